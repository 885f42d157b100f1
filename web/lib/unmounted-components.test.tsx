import { render, screen } from "@testing-library/react";
import { Suspense, use } from "react";
import { expect, test } from "vitest";
import { ignoreUnmounted } from "./unmounted-components.ts";

test("a boundary resolves although something that suspended in it has gone", async () => {
  ignoreUnmounted();
  let go: () => void = () => undefined;
  const later = new Promise<void>((resolve) => (go = resolve));
  const Waiting = ({ name }: { name: string }) => {
    use(later);
    return <p>{name}</p>;
  };
  const list = (names: string[]) => (
    <Suspense fallback={<p>Wait</p>}>
      {names.map((name) => (
        <Waiting key={name} name={name} />
      ))}
    </Suspense>
  );
  const view = render(list(["a", "b"]));
  view.rerender(list(["b"]));
  go();
  expect(await screen.findByText("b")).toBeTruthy();
  expect(screen.queryByText("a")).toBeNull();
});
