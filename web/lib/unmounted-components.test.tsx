import { render, screen } from "@testing-library/react";
import { options } from "preact";
import { Suspense, use } from "react";
import { expect, onTestFinished, test } from "vitest";
import { ignoreUnmounted } from "./unmounted-components.ts";

test("what waits in a boundary during hydration may all be replaced before it has come", async () => {
  const { unmount } = options;
  onTestFinished(() => void Object.assign(options, { unmount }));
  ignoreUnmounted();
  const never = new Promise<void>(() => undefined);
  const Waiting = ({ name }: { name: string }) => {
    use(never);
    return <p>{name}</p>;
  };
  const waiting = (names: string[]) => (
    <Suspense>
      {names.map((name) => (
        <Waiting key={name} name={name} />
      ))}
      <p>end</p>
    </Suspense>
  );
  document.body.innerHTML = "<div><p>a</p><p>b</p><p>end</p></div>";
  const container = document.body.firstElementChild as HTMLElement;
  const view = render(waiting(["a", "b"]), { container, hydrate: true });
  view.rerender(waiting([]));
  expect(await screen.findByText("end")).toBeTruthy();
  expect(container.textContent).toBe("end");
});
