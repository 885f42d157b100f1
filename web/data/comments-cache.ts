import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { Comment } from "#contract/comments.ts";
import type { Page } from "#contract/page.ts";
import { patchEvent } from "./event-cache.ts";
import { patchOutfit } from "./outfit-cache.ts";

/** What a comment is about. */
export type CommentSubject = { outfitId: string } | { eventId: string };

export const idOf = (subject: CommentSubject): string => ("outfitId" in subject ? subject.outfitId : subject.eventId);
export const commentsKey = (subject: CommentSubject) => ["comments", idOf(subject)] as const;

type Placed = Pick<Comment, "outfitId" | "eventId">;
export const isUnder = (placed: Placed, subject: CommentSubject): boolean =>
  (placed.outfitId ?? placed.eventId) === idOf(subject);
const subjectOf = ({ outfitId, eventId }: Placed): CommentSubject =>
  outfitId === null ? { eventId: eventId ?? "" } : { outfitId };

type Pages = Page<Comment>[];
type CommentPages = InfiniteData<Page<Comment>, string | undefined>;

/** Prefix of the id of a comment that the server has not stored yet. */
const draftPrefix = "draft-";
export const newDraftId = (): string => `${draftPrefix}${crypto.randomUUID()}`;
export const isDraft = (comment: Comment): boolean => comment.id.startsWith(draftPrefix);

/**
 * Inserts a comment by time and returns whether it was new. The caller's own comment arrives twice (reply and live
 * event); the first replaces its draft. A comment older than the loaded pages is only counted; it comes with its page.
 */
export function showComment(client: QueryClient, comment: Comment): boolean {
  const draft = isDraft(comment) ? undefined : findDraft(client, comment);
  if (draft) {
    replaceComment(client, draft, comment);
    return false;
  }
  const subject = subjectOf(comment);
  const isNew = changePages(client, subject, (pages) => (holds(pages, comment.id) ? pages : insert(pages, comment)));
  if (isNew) count(client, subject, 1);
  return isNew;
}

/** Replaces a draft by the stored comment. */
export function replaceComment(client: QueryClient, draft: Comment, comment: Comment): void {
  changePages(client, subjectOf(comment), (pages) => {
    const isDouble = holds(pages, comment.id);
    return changeItems(pages, (items) =>
      isDouble
        ? items.filter(({ id }) => id !== draft.id)
        : items.map((item) => (item.id === draft.id ? comment : item)),
    );
  });
}

function findDraft(client: QueryClient, comment: Comment): Comment | undefined {
  const { content, author } = comment;
  const data = client.getQueryData<CommentPages>(commentsKey(subjectOf(comment)));
  return data?.pages
    .flatMap(({ items }) => items)
    .find((item) => isDraft(item) && item.content === content && item.author.id === author.id);
}

export function removeComment(client: QueryClient, subject: CommentSubject, commentId: string): void {
  let wasCounted = false;
  const wasShown = changePages(client, subject, (pages) => {
    const found = pages.flatMap(({ items }) => items).find(({ id }) => id === commentId);
    if (!found) return pages;
    wasCounted = !found.isHidden;
    return changeItems(pages, (items) => items.filter(({ id }) => id !== commentId));
  });
  if (wasShown && wasCounted) count(client, subject, -1);
}

export function markHidden(client: QueryClient, subject: CommentSubject, commentId: string, isHidden: boolean): void {
  const isChanged = changePages(client, subject, (pages) => {
    const found = pages.flatMap(({ items }) => items).find(({ id }) => id === commentId);
    if (!found || found.isHidden === isHidden) return pages;
    return changeItems(pages, (items) => items.map((item) => (item === found ? { ...item, isHidden } : item)));
  });
  if (isChanged) count(client, subject, isHidden ? -1 : 1);
}

/** The server's count replaces the optimistic one. */
export function setCommentsCount(client: QueryClient, subject: CommentSubject, commentsCount: number): void {
  patchCount(client, subject, () => commentsCount);
}

function count(client: QueryClient, subject: CommentSubject, by: 1 | -1): void {
  patchCount(client, subject, (known) => Math.max(0, known + by));
}

function patchCount(client: QueryClient, subject: CommentSubject, change: (known: number) => number): void {
  if ("outfitId" in subject) {
    patchOutfit(client, subject.outfitId, (card) => ({ commentsCount: change(card.commentsCount) }));
  } else patchEvent(client, subject.eventId, (event) => ({ commentsCount: change(event.commentsCount) }));
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

/** Returns whether `change` changed anything. */
function changePages(client: QueryClient, subject: CommentSubject, change: (pages: Pages) => Pages): boolean {
  const queryKey = commentsKey(subject);
  const data = client.getQueryData<CommentPages>(queryKey);
  if (!data) return false;
  const pages = change(data.pages);
  if (pages === data.pages) return false;
  client.setQueryData<CommentPages>(queryKey, { ...data, pages });
  return true;
}
