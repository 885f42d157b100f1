import { act, fireEvent, render, screen } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { expect, test, vi } from "vitest";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { toast } from "#web/lib/toast.ts";
import { CodeBoundary } from "./code-boundary.tsx";
import { LazyDialog } from "./lazy-dialog.tsx";

const Greeting = () => <p>Hello</p>;

/** A part whose code cannot be fetched the first time, or so many times. */
function broken(times = 1) {
  const load = vi.fn<() => Promise<{ Greeting: typeof Greeting }>>(() => Promise.resolve({ Greeting }));
  for (let i = 0; i < times; i += 1) load.mockRejectedValueOnce(new Error("Code could not be loaded"));
  return lazyPart(load, "Greeting");
}

const press = (name: string) => act(() => Promise.resolve(fireEvent.click(screen.getByRole("button", { name }))));

test("a part that cannot be fetched says so in its place, and can be asked for again", async () => {
  const Part = broken();
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

test("a part that could not be fetched again needs the page again, which a retry without a connection does not", async () => {
  const Part = broken(3);
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  render(
    <CodeBoundary>
      <Part />
    </CodeBoundary>,
  );
  await screen.findByRole("alert");
  await press("Try again");
  await screen.findByRole("alert");
  onLine.mockReturnValue(true);
  await press("Try again");
  expect(await screen.findByRole("button", { name: "Reload page" })).toBeTruthy();
  onLine.mockRestore();
});

test("a dialog that cannot be fetched is closed with a toast, from the second time on with the way out", async () => {
  const error = vi.spyOn(toast, "error");
  const Part = broken(2);
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
  const text = "This didn't open. Check your connection and try again.";
  await press("Open");
  await vi.waitFor(() => expect(error.mock.calls).toEqual([[text, {}]]));
  await press("Open");
  const action = { label: "Reload page", onClick: expect.any(Function) as unknown };
  await vi.waitFor(() => expect(error.mock.lastCall).toEqual([text, { action }]));
  await press("Open");
  await screen.findByText("Hello");
  expect(error).toHaveBeenCalledTimes(2);
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
