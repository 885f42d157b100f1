import { act, fireEvent, render, screen } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { expect, test, vi } from "vitest";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { toast } from "#web/lib/toast.ts";
import { CodeBoundary } from "./code-boundary.tsx";
import { LazyDialog } from "./lazy-dialog.tsx";

const Greeting = () => <p>Hello</p>;

/** A part whose code cannot be fetched the first time. */
function brokenOnce() {
  const load = vi.fn<() => Promise<{ Greeting: typeof Greeting }>>(() => Promise.resolve({ Greeting }));
  load.mockRejectedValueOnce(new Error("Code could not be loaded"));
  return lazyPart(load, "Greeting");
}

const press = (name: string) => act(() => Promise.resolve(fireEvent.click(screen.getByRole("button", { name }))));

test("a part that cannot be fetched says so in its place, and can be asked for again", async () => {
  const Part = brokenOnce();
  render(
    <>
      <input aria-label="Comment" />
      <CodeBoundary fallback={<p>Loading</p>}>
        <Part />
      </CodeBoundary>
    </>,
  );
  const field = screen.getByLabelText<HTMLInputElement>("Comment");
  field.value = "Where is the coat from?";
  expect((await screen.findByRole("alert")).textContent).toContain("This part didn't load.");
  expect(field.isConnected).toBe(true);
  await press("Try again");
  await screen.findByText("Hello");
  expect(field.value).toBe("Where is the coat from?");
});

test("a dialog that cannot be fetched is closed with a toast, and opens at the next press", async () => {
  const error = vi.spyOn(toast, "error");
  const Part = brokenOnce();
  function Opener() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(true)}>Open</button>
        {isOpen && (
          <LazyDialog onFailure={() => setOpen(false)}>
            <Part />
          </LazyDialog>
        )}
      </>
    );
  }
  render(<Opener />);
  await press("Open");
  await vi.waitFor(() =>
    expect(error.mock.calls).toEqual([["This didn't open. Check your connection and try again."]]),
  );
  await press("Open");
  await screen.findByText("Hello");
  expect(error).toHaveBeenCalledOnce();
});

test("a mistake in the part itself is left to the screen", () => {
  const Broken = (): ReactNode => {
    throw new Error("a mistake");
  };
  expect(() =>
    render(
      <CodeBoundary>
        <Broken />
      </CodeBoundary>,
    ),
  ).toThrow("a mistake");
});
