import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { ReviewedArticle } from "#contract/admin-articles.ts";
import type { ReviewedEvent } from "#contract/admin-events.ts";
import type { ArticleDraft } from "#contract/articles.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anEvent, anId, anAuthor, aPage } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

const at = "2026-11-20T08:00:00.000Z";
const anArticle = (title: string, given: Partial<ReviewedArticle>): ReviewedArticle => ({
  id: anId(),
  title,
  summary: "About coats",
  status: "withdrawn",
  isPublic: false,
  note: null,
  savedAt: at,
  cover: null,
  readingMinutes: 1,
  author: anAuthor(),
  wordCount: 150,
  revision: 1,
  submittedAt: at,
  isHidden: false,
  isTakenDown: false,
  isFeatured: false,
  ...given,
});
const anEventOf = (title: string, given: Partial<ReviewedEvent>): ReviewedEvent => ({
  ...anEvent({ title }),
  attendance: null,
  status: "withdrawn",
  submittedAt: at,
  publishedAt: at,
  updatedAt: at,
  reviewNote: null,
  reviewedBy: null,
  reviewedAt: null,
  proposal: null,
  isHidden: false,
  isFeatured: false,
  ...given,
});

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe({ isVerified: true }));
  mockApi.on("GET /api/admin/access", { confirmedUntil: "2099-01-01T00:00:00.000Z" });
  mockApi.on("GET /api/admin/audit", aPage([]));
});

test("only the version on screen is published, and after a conflict the new one is shown first", async () => {
  const article = anArticle("Coats", { status: "submitted", revision: 2 });
  const draft: ArticleDraft = {
    id: article.id,
    author: article.author,
    status: "submitted",
    isPublic: false,
    revision: 1,
    note: null,
    savedAt: at,
    publishedAt: null,
    content: { title: "Coats as submitted", summary: "", tags: [], cover: null, body: [] },
    images: [],
    outfits: [],
  };
  mockApi.on("GET /api/admin/articles", aPage([article]));
  mockApi.on("GET /api/articles/:articleId/draft", draft);
  mockApi.on("POST /api/admin/articles/:articleId/publish", fails("article.conflict"));
  const { user } = await renderApp("/admin/articles");
  await user.click(await screen.findByRole("button", { name: "Review Coats" }));
  await screen.findByRole("heading", { name: "Coats as submitted" });
  const content = { ...draft.content, title: "Coats as rewritten" };
  mockApi.on("GET /api/articles/:articleId/draft", { ...draft, revision: 2, content });
  const publish = screen.getByRole("button", { name: "Publish" });
  await user.click(publish);
  await screen.findByRole("heading", { name: "Coats as rewritten" });
  await user.click(publish);
  await waitFor(() =>
    expect(mockApi.requests("POST /api/admin/articles/:articleId/publish").map(({ body }) => body)).toEqual([
      { revision: 1 },
      { revision: 2 },
    ]),
  );
});

test("the address keeps the status and the open review, from which Back leads to the list", async () => {
  const article = anArticle("Coats", { status: "published", isPublic: true });
  mockApi.on("GET /api/admin/articles", aPage([article]));
  mockApi.on("GET /api/articles/:articleId/draft", () => fails("article.not_found"));
  const { user, router } = await renderApp("/admin/articles");
  await user.selectOptions(await screen.findByRole("combobox", { name: "Which ones" }), "Published");
  await user.click(await screen.findByRole("button", { name: "Review Coats" }));
  await screen.findByRole("region", { name: "Review of Coats" });
  expect(router.state.location.search).toMatchObject({ status: "published", open: article.id });
  router.history.back();
  await screen.findByRole("button", { name: "Review Coats" });
  expect(router.state.location.href).toBe("/admin/articles?status=published");
  await user.click(screen.getByRole("button", { name: "Review Coats" }));
  await user.click(await screen.findByRole("button", { name: "Back to the list" }));
  await screen.findByRole("button", { name: "Review Coats" });
  expect(router.history.canGoBack()).toBe(false);
});

test.each([
  ["article", () => mockApi.on("GET /api/admin/articles/:articleId", anArticle("Coats", {}))],
  ["event", () => mockApi.on("GET /api/admin/events/:eventId", anEventOf("Coats", {}))],
] as const)("the review of an %s in an address is shown where the list does not have it", async (tab, serve) => {
  serve();
  mockApi.on("GET /api/admin/articles", aPage([]));
  mockApi.on("GET /api/admin/events", aPage([]));
  mockApi.on("GET /api/articles/:articleId/draft", () => fails("article.not_found"));
  mockApi.on("GET /api/events/:eventId", () => fails("event.not_found"));
  await renderApp(`/admin/articles?tab=${tab}&open=${anId()}`);
  expect(await screen.findByRole("region", { name: "Review of Coats" })).toBeTruthy();
});

test("of a review in an address that is no longer there, one is told so and led to the list", async () => {
  mockApi.on("GET /api/admin/articles", aPage([anArticle("Coats", { status: "submitted" })]));
  mockApi.on("GET /api/admin/articles/:articleId", fails("article.not_found"));
  const { user } = await renderApp(`/admin/articles?open=${anId()}`);
  expect(await screen.findByText("Article not found")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Back to the list" }));
  expect(await screen.findByRole("button", { name: "Review Coats" })).toBeTruthy();
});

test("what its author withdrew and what is cancelled cannot be published", async () => {
  mockApi.on(
    "GET /api/admin/articles",
    aPage([anArticle("Taken down", { isTakenDown: true }), anArticle("Taken back", {})]),
  );
  mockApi.on(
    "GET /api/admin/events",
    aPage([
      anEventOf("Swap shop", { reviewedAt: at }),
      anEventOf("Repair night", {}),
      anEventOf("Open studio", { reviewedAt: at, isCancelled: true }),
    ]),
  );
  mockApi.on("GET /api/articles/:articleId/draft", () => fails("article.not_found"));
  mockApi.on("GET /api/events/:eventId", () => fails("event.not_found"));
  const { user } = await renderApp("/admin/articles");
  const isPublishable = async (title: string) => {
    await user.click(await screen.findByRole("button", { name: `Review ${title}` }));
    const back = await screen.findByRole("button", { name: "Back to the list" });
    const isOffered = screen.queryByRole("button", { name: "Publish" }) !== null;
    await user.click(back);
    return isOffered;
  };
  expect(await isPublishable("Taken down")).toBe(true);
  expect(await isPublishable("Taken back")).toBe(false);
  await user.click(await screen.findByRole("tab", { name: "Events" }));
  expect(await isPublishable("Swap shop")).toBe(true);
  expect(await isPublishable("Repair night")).toBe(false);
  expect(await isPublishable("Open studio")).toBe(false);
});
