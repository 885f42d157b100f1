import { useQuery } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { deferred } from "#web/testing/deferred.ts";
import { renderPiece } from "#web/testing/render-app.tsx";
import { QueryError } from "./query-error.tsx";

/** What fails at first; the second reply comes when the test wants it to. */
function aFailingPart() {
  const reply = deferred<string>();
  const load = vi.fn<() => Promise<string>>(() => reply.promise);
  load.mockRejectedValueOnce(new Error("no connection"));
  function Coats() {
    const query = useQuery({ queryKey: ["coats"], queryFn: load, retry: false });
    if (query.error && !query.data) return <QueryError title="Couldn't load the coats" query={query} />;
    return <p>{query.data ?? "Loading"}</p>;
  }
  const answer = async () => {
    await act(() => Promise.resolve(reply.resolve("Loden")));
    await screen.findByText("Loden");
  };
  return { Coats, answer };
}

test.each([
  ["section", "Coats"],
  ["main", "Wardrobe"],
])("once it is pressed by keyboard, the focus stays in the %s around it", async (place, label) => {
  const { Coats, answer } = aFailingPart();
  const Place = place as "section" | "main";
  const { user } = renderPiece(
    <Place aria-label={label}>
      <Coats />
    </Place>,
  );
  const button = await screen.findByRole("button", { name: "Try again" });
  await user.tab();
  expect(document.activeElement).toBe(button);
  await user.keyboard("{Enter}");
  await screen.findByText("Loading");
  expect(document.activeElement).toBe(screen.getByLabelText(label));
  await answer();
  expect(document.activeElement).toBe(screen.getByLabelText(label));
});

test("a button without the focus leaves it where it is", async () => {
  const { Coats, answer } = aFailingPart();
  const { queryClient } = renderPiece(
    <section>
      <input aria-label="Search" />
      <Coats />
    </section>,
  );
  await screen.findByRole("button", { name: "Try again" });
  screen.getByLabelText("Search").focus();
  void queryClient.refetchQueries();
  await answer();
  expect(document.activeElement).toBe(screen.getByLabelText("Search"));
});
