import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { Comment } from "#contract/comments.ts";
import type { Page } from "#contract/page.ts";
import { patchOutfit } from "#web/features/reactions/patch-outfit.ts";

type Pages = Page<Comment>[];
type CommentPages = InfiniteData<Page<Comment>, string | undefined>;

/** Starts the id of a comment that the server has not seen yet. */
const draftMark = "draft-";
export const newDraftId = (): string => `${draftMark}${crypto.randomUUID()}`;
export const isDraft = (comment: Comment): boolean => comment.id.startsWith(draftMark);

/**
 * Puts a comment in its place by time and says whether it was new: one's own comes twice, as the answer and live, and
 * the first of the two takes the place of its draft. One that belongs further back than what is loaded is only counted;
 * it comes with its page.
 */
export function showComment(client: QueryClient, comment: Comment): boolean {
  const draft = isDraft(comment) ? undefined : findDraft(client, comment);
  if (draft) {
    replaceComment(client, draft, comment);
    return false;
  }
  const isNew = changePages(client, comment.outfitId, (pages) =>
    holds(pages, comment.id) ? pages : insert(pages, comment),
  );
  if (isNew) count(client, comment.outfitId, 1);
  return isNew;
}

/** The server's comment takes the place of the one that stood there for it. */
export function replaceComment(client: QueryClient, draft: Comment, comment: Comment): void {
  const { outfitId } = comment;
  changePages(client, outfitId, (pages) => {
    const isDouble = holds(pages, comment.id);
    return changeItems(pages, (items) =>
      isDouble
        ? items.filter(({ id }) => id !== draft.id)
        : items.map((item) => (item.id === draft.id ? comment : item)),
    );
  });
}

function findDraft(client: QueryClient, { outfitId, content, author }: Comment): Comment | undefined {
  const data = client.getQueryData<CommentPages>(["comments", outfitId]);
  return data?.pages
    .flatMap(({ items }) => items)
    .find((item) => isDraft(item) && item.content === content && item.author.id === author.id);
}

export function removeComment(client: QueryClient, outfitId: string, commentId: string): void {
  let wasCounted = false;
  const wasShown = changePages(client, outfitId, (pages) => {
    const found = pages.flatMap(({ items }) => items).find(({ id }) => id === commentId);
    if (!found) return pages;
    wasCounted = !found.isHidden;
    return changeItems(pages, (items) => items.filter(({ id }) => id !== commentId));
  });
  if (wasShown && wasCounted) count(client, outfitId, -1);
}

export function markHidden(client: QueryClient, outfitId: string, commentId: string, isHidden: boolean): void {
  const isChanged = changePages(client, outfitId, (pages) => {
    const found = pages.flatMap(({ items }) => items).find(({ id }) => id === commentId);
    if (!found || found.isHidden === isHidden) return pages;
    return changeItems(pages, (items) => items.map((item) => (item === found ? { ...item, isHidden } : item)));
  });
  if (isChanged) count(client, outfitId, isHidden ? -1 : 1);
}

/** What the server counts takes the place of what was guessed meanwhile. */
export function setCommentsCount(client: QueryClient, outfitId: string, commentsCount: number): void {
  patchOutfit(client, outfitId, () => ({ commentsCount }));
}

function count(client: QueryClient, outfitId: string, by: 1 | -1): void {
  patchOutfit(client, outfitId, (card) => ({ commentsCount: Math.max(0, card.commentsCount + by) }));
}

const holds = (pages: Pages, commentId: string) => pages.some(({ items }) => items.some(({ id }) => id === commentId));

const changeItems = (pages: Pages, change: (items: Comment[]) => Comment[]): Pages =>
  pages.map((page) => ({ ...page, items: change(page.items) }));

function insert(pages: Pages, comment: Comment): Pages {
  const isBefore = ({ createdAt }: Comment) => createdAt <= comment.createdAt;
  const place = pages.findIndex(({ items }) => items.some(isBefore));
  const into = place === -1 && pages.at(-1)?.nextCursor === null ? pages.length - 1 : place;
  if (into === -1) return [...pages];
  return pages.map((page, index) => {
    if (index !== into) return page;
    const at = page.items.findIndex(isBefore);
    return { ...page, items: page.items.toSpliced(at === -1 ? page.items.length : at, 0, comment) };
  });
}

/** Says whether `change` gave other pages. */
function changePages(client: QueryClient, outfitId: string, change: (pages: Pages) => Pages): boolean {
  const queryKey = ["comments", outfitId];
  const data = client.getQueryData<CommentPages>(queryKey);
  if (!data) return false;
  const pages = change(data.pages);
  if (pages === data.pages) return false;
  client.setQueryData<CommentPages>(queryKey, { ...data, pages });
  return true;
}
