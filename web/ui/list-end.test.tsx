import { useInfiniteQuery } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderPiece } from "#web/testing/render-app.tsx";
import { ListEnd } from "./list-end.tsx";

/** Makes every observed element come near the viewport. */
let comeNear: () => void;
beforeEach(() => {
  const watching = new Set<() => void>();
  comeNear = () => {
    for (const tell of watching) tell();
  };
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      readonly tell: () => void;
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        // Both changes at once, as on a busy device.
        this.tell = () => callback([{ isIntersecting: false }, { isIntersecting: true }]);
      }
      observe() {
        watching.add(this.tell);
      }
      disconnect() {
        watching.delete(this.tell);
      }
    },
  );
});
const jsdomObserver = globalThis.IntersectionObserver;
afterEach(() => vi.stubGlobal("IntersectionObserver", jsdomObserver));

/** A list of numbers, one a page; `load` resolves or rejects the page. */
function Numbers({ load }: { load: (page: number) => Promise<number> }) {
  const query = useInfiniteQuery({
    queryKey: ["numbers"],
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: 1,
    getNextPageParam: (last) => (last < 3 ? last + 1 : undefined),
    retry: false,
  });
  return (
    <>
      <p>{query.data?.pages.join(" ")}</p>
      <ListEnd query={query} />
    </>
  );
}

test("the next page loads when the reader is near, and nothing after the last one", async () => {
  const asked: number[] = [];
  renderPiece(<Numbers load={async (page) => asked.push(page)} />);
  expect(await screen.findByText("1")).toBeTruthy();
  act(() => comeNear());
  expect(await screen.findByText("1 2 3")).toBeTruthy();
  act(() => comeNear());
  expect(asked).toEqual([1, 2, 3]);
});

test("a page that fails is not requested again until the reader asks for it", async () => {
  const asked: number[] = [];
  let isDown = true;
  const load = async (page: number) => {
    asked.push(page);
    if (page === 2 && isDown) throw new Error("down");
    return page;
  };
  const { user } = renderPiece(<Numbers load={load} />);
  expect(await screen.findByText("1")).toBeTruthy();
  act(() => comeNear());
  expect((await screen.findByRole("alert")).textContent).toContain("Couldn't load more.");
  expect(asked).toEqual([1, 2]);
  isDown = false;
  await user.click(screen.getByRole("button", { name: "Show more" }));
  expect(await screen.findByText(/^1 2/)).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("there is a button for the next page for those who cannot scroll", async () => {
  const { user } = renderPiece(<Numbers load={async (page) => page} />);
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  expect(await screen.findByText("1 2")).toBeTruthy();
});
