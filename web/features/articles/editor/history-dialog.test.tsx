import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { ArticleDraft, ArticleVersion } from "#contract/articles.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anAuthor, anId, anOutfitCard } from "#web/testing/samples.ts";
import { memberId, signIn } from "#web/testing/sign-in.ts";

const [articleId, imageId, coverId] = [anId(), anId(), anId()];
const outfit = anOutfitCard({ title: "Three winters of one coat" });
const picture = (url: string) => ({ url, width: 1_200, height: 800, thumbhash: "" });
const images = [
  { imageId: coverId, picture: picture("/media/u/cover.webp") },
  { imageId, picture: picture("/media/u/lining.webp") },
];
const aDraft = (given: Partial<ArticleDraft> = {}): ArticleDraft => ({
  id: articleId,
  author: anAuthor({ id: memberId, username: "mia" }),
  status: "draft",
  isPublic: false,
  revision: 7,
  note: null,
  savedAt: "2031-03-02T10:00:00.000Z",
  publishedAt: null,
  content: { title: "The eleventh winter", summary: "", tags: [], cover: null, body: [] },
  images,
  outfits: [outfit],
  ...given,
});
const older: ArticleVersion = {
  number: 1,
  kind: "submitted",
  editor: null,
  title: "The tenth winter",
  wordCount: 412,
  savedAt: "2031-03-01T10:00:00.000Z",
};
const latest: ArticleVersion = {
  ...older,
  number: 2,
  kind: "saved",
  title: "",
  wordCount: 1,
  editor: anAuthor({ username: "leo", displayName: "Leo M." }),
};
const olderContent: ArticleDraft["content"] = {
  title: "The tenth winter",
  summary: "On wearing things out",
  tags: ["coats"],
  cover: { imageId: coverId, alt: "A grey coat on a hook", caption: "" },
  body: [
    { type: "paragraph", text: [{ text: "It is still warm." }] },
    { type: "image", imageId, alt: "A mended lining", caption: "Mended twice" },
    { type: "outfit", outfitId: outfit.id },
    { type: "product", category: "Jacket", brand: "Halden", productName: "Wool coat", productUrl: null },
  ],
};

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/articles/:articleId/draft", aDraft());
  mockApi.on("GET /api/articles/:articleId/versions", { items: [latest, older], nextCursor: null });
  mockApi.on("GET /api/articles/:articleId/versions/:number", {
    ...older,
    content: olderContent,
    images,
    outfits: [outfit],
  });
});

async function openHistory(draft = aDraft()) {
  mockApi.on("GET /api/articles/:articleId/draft", draft);
  const app = await renderApp(`/articles/${articleId}/edit`);
  await app.user.click(await screen.findByRole("button", { name: "History" }));
  return { ...app, dialog: within(await screen.findByRole("dialog", { name: "History" })) };
}

test("names each version with its stage, its author and its length", async () => {
  const { dialog } = await openHistory();
  const list = within(await dialog.findByRole("list", { name: "Versions" }));
  const versions = list.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(versions[0]).toMatch(/^Untitled · the latest.* by Leo M\. · 1 word$/);
  expect(versions[1]).toMatch(/^The tenth winterSubmitted · .* by a deleted account · 412 words$/);
});

test("shows older versions on request", async () => {
  mockApi.on("GET /api/articles/:articleId/versions", ({ query }) =>
    query["cursor"] === "more" ? { items: [older], nextCursor: null } : { items: [latest], nextCursor: "more" },
  );
  const { dialog, user } = await openHistory();
  const list = within(await dialog.findByRole("list", { name: "Versions" }));
  expect(list.getAllByRole("listitem")).toHaveLength(1);
  await user.click(dialog.getByRole("button", { name: "Show more" }));
  await list.findByText("The tenth winter");
  expect(list.getAllByRole("listitem")).toHaveLength(2);
  expect(dialog.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("shows an earlier version with its pictures, outfits and products, which lead nowhere", async () => {
  const { dialog, user } = await openHistory();
  await user.click(await dialog.findByRole("button", { name: /^The tenth winter/ }));
  const text = within(await screen.findByRole("region", { name: "Text of this version" }));
  expect(text.getByText("On wearing things out")).toBeTruthy();
  expect(text.getByText("It is still warm.")).toBeTruthy();
  const shown = text.getAllByRole("img").map((image) => image.getAttribute("alt"));
  expect(shown).toEqual(["A grey coat on a hook", "A mended lining", outfit.altText]);
  expect(text.getByText("Halden: Wool coat")).toBeTruthy();
  expect(text.queryAllByRole("link")).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Back" }));
  expect(await screen.findByRole("list", { name: "Versions" })).toBeTruthy();
});

test("restores a version into the editor, which saves it as the next one", async () => {
  mockApi.on("PUT /api/articles/:articleId/draft", () => {
    const draft = aDraft({ revision: 8, content: olderContent });
    mockApi.on("GET /api/articles/:articleId/draft", draft);
    return draft;
  });
  const { dialog, user } = await openHistory();
  await user.click(await dialog.findByRole("button", { name: /^The tenth winter/ }));
  await user.click(await screen.findByRole("button", { name: "Restore this version" }));
  expect(await screen.findByText("The earlier version is back")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  const [sent] = mockApi.requests("PUT /api/articles/:articleId/draft").map(({ body }) => body);
  expect(sent).toMatchObject({ revision: 7, content: { title: "The tenth winter" } });
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Title" }).value).toBe("The tenth winter");
  expect(screen.getByRole("textbox", { name: "Article text" }).textContent).toContain("It is still warm.");
});

test("restores a version only once the text that could not be saved is a version, too", async () => {
  let refusal: ReturnType<typeof fails> | undefined = fails("article.conflict");
  mockApi.on("PUT /api/articles/:articleId/draft", ({ body }) => {
    if (refusal) return refusal;
    const draft = aDraft({ revision: body.revision + 1, content: body.content as ArticleDraft["content"] });
    mockApi.on("GET /api/articles/:articleId/draft", draft);
    return draft;
  });
  const { user } = await renderApp(`/articles/${articleId}/edit`);
  await user.type(await screen.findByRole("textbox", { name: "Title" }), "!");
  const conflict = within(await screen.findByRole("dialog", { name: /changed somewhere else/ }, { timeout: 5_000 }));
  await user.click(conflict.getByRole("button", { name: "Close" }));
  await user.click(screen.getByRole("button", { name: "History" }));
  await user.click(await screen.findByRole("button", { name: /^The tenth winter/ }));
  refusal = undefined;
  await user.click(await screen.findByRole("button", { name: "Restore this version" }));
  expect(await screen.findByText("The earlier version is back")).toBeTruthy();
  const sent = mockApi.requests("PUT /api/articles/:articleId/draft").map(({ body }) => body);
  expect(sent.slice(-2)).toMatchObject([
    { content: { title: "The eleventh winter!" }, isNewVersion: true },
    { content: { title: "The tenth winter" }, isNewVersion: true },
  ]);
});

test("of a submitted article can be read, not restored", async () => {
  const { dialog, user } = await openHistory(aDraft({ status: "submitted" }));
  await user.click(await dialog.findByRole("button", { name: /^The tenth winter/ }));
  expect(await screen.findByRole("region", { name: "Text of this version" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Restore this version" })).toBeNull();
});

test("that did not load can be asked for again, the list and a version", async () => {
  mockApi.on("GET /api/articles/:articleId/versions", fails("article.not_found"));
  mockApi.on("GET /api/articles/:articleId/versions/:number", fails("article.version_not_found"));
  const { dialog, user } = await openHistory();
  const alert = await dialog.findByRole("alert");
  mockApi.on("GET /api/articles/:articleId/versions", { items: [older], nextCursor: null });
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  await user.click(await dialog.findByRole("button", { name: /^The tenth winter/ }));
  expect((await dialog.findByRole("alert")).textContent).toContain("Try again");
  await user.click(screen.getByRole("button", { name: "Back" }));
  expect(await screen.findByRole("list", { name: "Versions" })).toBeTruthy();
});

test("an editor whose account could not be loaded opens on a retry", async () => {
  mockApi.on("GET /api/me", fails("rate.limited"));
  const { user } = await renderApp(`/articles/${articleId}/edit`);
  const retry = await screen.findByRole("button", { name: "Try again" });
  mockApi.on("GET /api/me", aMe());
  await user.click(retry);
  expect(await screen.findByRole("button", { name: "History" })).toBeTruthy();
});

test("restores a version in place of a text that the server refuses", async () => {
  mockApi.on("PUT /api/articles/:articleId/draft", ({ body }) => {
    if (body.content.title !== olderContent.title) return fails("content.blocked_words");
    const draft = aDraft({ revision: body.revision + 1, content: olderContent });
    mockApi.on("GET /api/articles/:articleId/draft", draft);
    return draft;
  });
  const { user } = await renderApp(`/articles/${articleId}/edit`);
  await user.type(await screen.findByRole("textbox", { name: "Title" }), "!");
  await user.click(screen.getByRole("button", { name: "History" }));
  await user.click(await screen.findByRole("button", { name: /^The tenth winter/ }));
  await user.click(await screen.findByRole("button", { name: "Restore this version" }));
  expect(await screen.findByText("The earlier version is back")).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Title" }).value).toBe("The tenth winter");
});
