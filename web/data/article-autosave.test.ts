import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { ArticleContent, ArticleState } from "#contract/articles.ts";
import { toast } from "#web/lib/toast.ts";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { anId } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";
import { useAutosave } from "./article-autosave.ts";

const articleId = anId();
const content = (title: string): ArticleContent => ({ title, summary: "", tags: [], cover: null, body: [] });
const savedAs = (revision: number): ArticleState => ({
  id: articleId,
  status: "draft",
  isPublic: false,
  revision,
  note: null,
  savedAt: "2031-03-02T10:00:00.000Z",
});
const saved = () =>
  mockApi
    .requests("PUT /api/articles/:articleId/draft")
    .map(({ body }) => body as { revision: number; content: ArticleContent })
    .map((body) => [body.revision, body.content.title]);

beforeEach(() => signIn());

/** An article of revision 1 whose first save is on its way, and more was written in the meantime. */
async function writeDuringSave() {
  const first = deferred<ArticleState>();
  mockApi.on("PUT /api/articles/:articleId/draft", () => first.promise);
  const hook = renderHook(() => useAutosave(articleId, { revision: 1, savedAt: null }));
  act(() => hook.result.current.change(content("The eleventh")));
  await waitFor(() => expect(saved()).toHaveLength(1), { timeout: 5_000 });
  act(() => hook.result.current.change(content("The eleventh winter")));
  const answer = () => {
    mockApi.on("PUT /api/articles/:articleId/draft", savedAs(3));
    first.resolve(savedAs(2));
  };
  return { ...hook, answer };
}

test.each(["left", "hidden"])("what was written during a save is saved when the page is %s", async (how) => {
  const { unmount, answer } = await writeDuringSave();
  if (how === "left") unmount();
  else {
    const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    onTestFinished(() => visibility.mockRestore());
    document.dispatchEvent(new Event("visibilitychange"));
  }
  answer();
  const both = [
    [1, "The eleventh"],
    [2, "The eleventh winter"],
  ];
  await waitFor(() => expect(saved()).toEqual(both));
});

test.each([
  ["article.conflict", "This article was changed somewhere else. Please look again."],
  ["internal", "Failed to save the article"],
] as const)(
  "the last change that the server refuses with %s after the editor was left is a toast",
  async (code, words) => {
    const shown = vi.spyOn(toast, "error").mockReturnValue();
    onTestFinished(() => shown.mockRestore());
    const { unmount, result, answer } = await writeDuringSave();
    unmount();
    answer();
    mockApi.on("PUT /api/articles/:articleId/draft", fails(code));
    await waitFor(() => expect(shown.mock.calls).toEqual([[words]]));
    expect(saved()).toHaveLength(2);
    expect(result.current.hasUnsaved()).toBe(true);
  },
);

test("a change that the server refuses while the editor is open is no toast", async () => {
  const shown = vi.spyOn(toast, "error").mockReturnValue();
  onTestFinished(() => shown.mockRestore());
  mockApi.on("PUT /api/articles/:articleId/draft", fails("article.conflict"));
  const { result } = renderHook(() => useAutosave(articleId, { revision: 1, savedAt: null }));
  act(() => result.current.change(content("The eleventh")));
  await act(() => result.current.flush());
  expect(result.current.status.kind).toBe("conflict");
  expect(shown).not.toHaveBeenCalled();
});

test.each([
  ["internal", []],
  ["article.conflict", [["This article was changed somewhere else. Please look again."]]],
] as const)("after a refusal that the editor has shown, %s at the end is told if it is another", async (code, told) => {
  const shown = vi.spyOn(toast, "error").mockReturnValue();
  onTestFinished(() => shown.mockRestore());
  mockApi.on("PUT /api/articles/:articleId/draft", fails("internal"));
  const { result, unmount } = renderHook(() => useAutosave(articleId, { revision: 1, savedAt: null }));
  act(() => result.current.change(content("The eleventh")));
  await act(() => result.current.flush());
  expect(result.current.status.kind).toBe("failed");
  mockApi.on("PUT /api/articles/:articleId/draft", fails(code));
  unmount();
  await waitFor(() => expect(saved()).toHaveLength(2));
  await waitFor(() => expect(mockApi.counts().answering).toBe(0));
  await act(() => Promise.resolve());
  expect(shown.mock.calls).toEqual(told);
});
