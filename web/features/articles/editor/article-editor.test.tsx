import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { ArticleDraft } from "#contract/articles.ts";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anAuthor, anId } from "#web/testing/samples.ts";
import { memberId, signIn } from "#web/testing/sign-in.ts";

const articleId = anId();
/** Published, with a new version in review. */
const inReview: ArticleDraft = {
  id: articleId,
  author: anAuthor({ id: memberId, username: "mia" }),
  status: "submitted",
  isPublic: true,
  revision: 7,
  note: null,
  savedAt: "2031-03-02T10:00:00.000Z",
  publishedAt: "2031-03-01T10:00:00.000Z",
  content: { title: "The eleventh winter", summary: "", tags: [], cover: null, body: [] },
  images: [],
  outfits: [],
};

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/articles/:articleId/draft", inReview);
});

const open = async () => (await renderApp(`/articles/${articleId}/edit`)).user;

test("unpublishes an article while its new version is in review, and says so", async () => {
  mockApi.on("POST /api/articles/:articleId/unpublish", { ...inReview, status: "withdrawn", isPublic: false });
  const user = await open();
  await user.click(await screen.findByRole("button", { name: "Unpublish" }));
  expect(await screen.findByText("Your article is off the site")).toBeTruthy();
  expect(screen.getByText("Withdrawn")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Unpublish" })).toBeNull();
});

test("takes a version back from review, while the article stays public", async () => {
  mockApi.on("POST /api/articles/:articleId/recall", { ...inReview, status: "draft" });
  const user = await open();
  await user.click(await screen.findByRole("button", { name: "Take it back to change it" }));
  expect(await screen.findByText("Draft, published before")).toBeTruthy();
});

test("shows what an editor has decided where a version is taken back too late", async () => {
  mockApi.on("POST /api/articles/:articleId/recall", fails("article.wrong_status"));
  const user = await open();
  const button = await screen.findByRole("button", { name: "Take it back to change it" });
  mockApi.on("GET /api/articles/:articleId/draft", { ...inReview, status: "published" });
  await user.click(button);
  expect(await screen.findByText("The article has changed in the meantime. Please look again.")).toBeTruthy();
  expect(screen.getByText("Published")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Take it back to change it" })).toBeNull();
});

test("shows under the text what the server refuses to save of it", async () => {
  const draft = { ...inReview, status: "draft" as const, isPublic: false };
  mockApi.on("GET /api/articles/:articleId/draft", draft);
  const message = "A piece of text has at most 5,000 characters: please split it";
  mockApi.on("PUT /api/articles/:articleId/draft", fails("request.invalid", [{ path: "body.3.text.0.text", message }]));
  const user = await open();
  await user.type(await screen.findByRole("textbox", { name: "Title" }), "s");
  await screen.findByRole("button", { name: "Try again" }, { timeout: 5_000 });
  expect(document.querySelector("#article-text-error")?.textContent).toBe(message);
  // It can be left only once everything is saved.
  mockApi.on("PUT /api/articles/:articleId/draft", { ...draft, revision: 8 });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(document.querySelector("#article-text-error")?.textContent).toBe(""));
});

test("an article that is not there yet stays as typed when all is loaded again", async () => {
  mockApi.on("GET /api/articles/:articleId/draft", fails("article.not_found"));
  mockApi.on("PUT /api/articles/:articleId/draft", { ...inReview, status: "draft", revision: 1 });
  const { user, queryClient } = await renderApp(`/articles/add?draft=${articleId}`);
  await user.type(await screen.findByRole("textbox", { name: "Title" }), "The twelfth winter");
  mockApi.on("GET /api/articles/:articleId/draft", () => deferred<ArticleDraft>().promise);
  // As when a lost connection is back.
  await act(async () => void queryClient.invalidateQueries());
  expect(mockApi.requests("GET /api/articles/:articleId/draft")).toHaveLength(1);
  expect(screen.getByRole("textbox", { name: "Title" })).toHaveProperty("value", "The twelfth winter");
});

test("a version of somebody else's that is being loaded is not put off, which would drop what is typed meanwhile", async () => {
  const draft = { ...inReview, status: "draft" as const, isPublic: false };
  mockApi.on("GET /api/articles/:articleId/draft", draft);
  mockApi.on("PUT /api/articles/:articleId/draft", fails("article.conflict"));
  const user = await open();
  await user.type(await screen.findByRole("textbox", { name: "Title" }), "s");
  const loaded = deferred<ArticleDraft>();
  mockApi.on("GET /api/articles/:articleId/draft", () => loaded.promise);
  await user.click(await screen.findByRole("button", { name: "Load the newer version" }, { timeout: 5_000 }));
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.getByRole("dialog", { name: "This article was changed somewhere else" })).toBeTruthy();
  loaded.resolve({ ...draft, revision: 8, content: { ...draft.content, title: "Theirs" } });
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Title" })).toHaveProperty("value", "Theirs"));
  expect(screen.queryByRole("dialog")).toBeNull();
});
