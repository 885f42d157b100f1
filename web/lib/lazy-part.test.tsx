import { act, render, screen } from "@testing-library/react";
import { Component, type ReactNode, Suspense } from "react";
import { expect, test, vi } from "vitest";
import { deferred } from "#web/testing/deferred.ts";
import { lazyPart } from "./lazy-part.ts";

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

class Boundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };
  static getDerivedStateFromError = () => ({ isBroken: true });
  override render() {
    if (!this.state.isBroken) return <Suspense fallback={<p>Loading</p>}>{this.props.children}</Suspense>;
    return <button onClick={() => this.setState({ isBroken: false })}>Retry</button>;
  }
}

test("code is loaded once, however many components and preloads wait for it", async () => {
  const code = deferred<{ Greeting: typeof Greeting }>();
  const load = vi.fn<() => Promise<{ Greeting: typeof Greeting }>>(() => code.promise);
  const Part = lazyPart(load, "Greeting");
  void Part.preload();
  render(
    <Boundary>
      <Part name="Ada" />
      <Part name="Bo" />
    </Boundary>,
  );
  screen.getByText("Loading");
  await act(() => Promise.resolve(code.resolve({ Greeting })));
  await screen.findByText("Hello Ada");
  screen.getByText("Hello Bo");
  expect(Part.preload()).toBeUndefined();
  expect(load).toHaveBeenCalledOnce();
});

test("code that could not be loaded is loaded again by the next rendering", async () => {
  const load = vi.fn<() => Promise<{ Greeting: typeof Greeting }>>(() => Promise.resolve({ Greeting }));
  load.mockRejectedValueOnce(new Error("no connection"));
  const Part = lazyPart(load, "Greeting");
  render(
    <Boundary>
      <Part name="Ada" />
    </Boundary>,
  );
  const retry = await screen.findByRole("button", { name: "Retry" });
  await act(() => Promise.resolve(retry.click()));
  expect(await screen.findByText("Hello Ada")).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});

test("a preload that failed is not the failure of a later rendering", async () => {
  const load = vi.fn<() => Promise<{ Greeting: typeof Greeting }>>(() => Promise.resolve({ Greeting }));
  load.mockRejectedValueOnce(new Error("no connection"));
  const Part = lazyPart(load, "Greeting");
  await Part.preload();
  render(
    <Boundary>
      <Part name="Ada" />
    </Boundary>,
  );
  expect(await screen.findByText("Hello Ada")).toBeTruthy();
});

test("a failure that came when its component had left the screen is none of a later one", async () => {
  const failed = deferred<undefined>();
  const load = vi.fn<() => Promise<{ Greeting: typeof Greeting }>>(() => Promise.resolve({ Greeting }));
  load.mockReturnValueOnce(failed.promise.then(() => Promise.reject(new Error("no connection"))));
  const Part = lazyPart(load, "Greeting");
  const greet = () =>
    render(
      <Boundary>
        <Part name="Ada" />
      </Boundary>,
    );
  greet().unmount();
  await act(() => Promise.resolve(failed.resolve(undefined)));
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  greet();
  expect(await screen.findByText("Hello Ada")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
});
