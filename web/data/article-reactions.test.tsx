import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anArticle, aProfile } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

const article = anArticle({ likesCount: 4 });

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/articles/:articleId", article);
  mockApi.on("GET /api/articles/:articleId/related", { items: [] });
  mockApi.on("GET /api/profiles/:username", aProfile(article.author));
});

// The article has its buttons above and below.
const button = async (name: RegExp) => (await screen.findAllByRole("button", { name }))[0] as HTMLElement;
const likes = async () => (await button(/^Like /)).getAttribute("aria-label");

test("a like that is taken back at once is not shown again by its answer", async () => {
  const first = deferred<{ liked: boolean; likesCount: number }>();
  mockApi.on("PUT /api/articles/:articleId/like", () => first.promise);
  mockApi.on("DELETE /api/articles/:articleId/like", () => deferred<{ liked: boolean; likesCount: number }>().promise);
  const { user } = await renderApp(`/articles/${article.id}`);
  await user.click(await button(/^Like /));
  expect(await likes()).toBe("Like this article, 5 likes");
  await user.click(await button(/^Like /));
  expect(await likes()).toBe("Like this article, 4 likes");
  await act(async () => first.resolve({ liked: true, likesCount: 5 }));
  await waitFor(() => expect(mockApi.requests("DELETE /api/articles/:articleId/like")).toHaveLength(1));
  expect(await likes()).toBe("Like this article, 4 likes");
});

test.each([
  [/^Like /, "PUT /api/articles/:articleId/like", "Failed to update like"],
  [/^Save /, "PUT /api/articles/:articleId/save", "Failed to update save"],
] as const)("%s that fails is taken back with the reason", async (name, endpoint, words) => {
  mockApi.on(endpoint, fails("internal"));
  const { user } = await renderApp(`/articles/${article.id}`);
  await user.click(await button(name));
  expect(await screen.findByText(words)).toBeTruthy();
  expect((await button(name)).getAttribute("aria-pressed")).toBe("false");
  expect(await likes()).toBe("Like this article, 4 likes");
});
