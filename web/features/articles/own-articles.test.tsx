import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { OwnArticle } from "#contract/articles.ts";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anId, aPage } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

const anOwnArticle = (title: string): OwnArticle => ({
  id: anId(),
  title,
  summary: "",
  cover: null,
  status: "draft",
  isPublic: false,
  note: null,
  readingMinutes: 1,
  savedAt: "2031-03-02T10:00:00.000Z",
});
const [linen, wool] = [anOwnArticle("Linen"), anOwnArticle("Wool")];

test("the focus stays at the list when an article is deleted, also the last one", async () => {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/articles/tags", { items: [] });
  mockApi.on("DELETE /api/articles/:articleId", { ok: true });
  mockApi.on("GET /api/me/articles", aPage([linen, wool]));
  const { user } = await renderApp("/articles?view=yours");
  const list = (await screen.findByRole("list", { name: "Your articles" })).parentElement;
  const remove = async (title: string, left: OwnArticle[]) => {
    await user.click(await screen.findByRole("button", { name: `Delete ${title}` }));
    mockApi.on("GET /api/me/articles", aPage(left));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.queryByRole("link", { name: title })).toBeNull();
    expect(document.activeElement).toBe(list);
  };
  await remove("Linen", [wool]);
  await remove("Wool", []);
});
