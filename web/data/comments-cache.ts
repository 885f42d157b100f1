import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { Comment } from "#contract/comments.ts";
import type { Author, Page } from "#contract/page.ts";
import { patchEvent } from "./event-cache.ts";
import { patchOutfit } from "./outfit-cache.ts";

/** What a comment is about. */
export type CommentSubject = { outfitId: string } | { eventId: string };

/** A comment that was not deleted. */
export type WrittenComment = Comment & { author: Author };
export const isWritten = (comment: Comment): comment is WrittenComment => comment.author !== null;

export const idOf = (subject: CommentSubject): string => ("outfitId" in subject ? subject.outfitId : subject.eventId);
export const allComments = ["comments"] as const;
export const commentsKey = (subject: CommentSubject) => [...allComments, idOf(subject)] as const;
export const repliesPrefix = (subject: CommentSubject) => [...commentsKey(subject), "replies"] as const;
export const repliesKey = (subject: CommentSubject, parentId: string) => [...repliesPrefix(subject), parentId] as const;

/** Where a comment is shown: under an outfit or event, or among the replies of a comment. */
export type Placed = Pick<Comment, "outfitId" | "eventId" | "parentId">;
export const isUnder = (placed: Pick<Placed, "outfitId" | "eventId">, subject: CommentSubject): boolean =>
  (placed.outfitId ?? placed.eventId) === idOf(subject);
const subjectOf = ({ outfitId, eventId }: Placed): CommentSubject =>
  outfitId === null ? { eventId: eventId ?? "" } : { outfitId };
const keyOf = (placed: Placed) =>
  placed.parentId === null ? commentsKey(subjectOf(placed)) : repliesKey(subjectOf(placed), placed.parentId);

type Pages = Page<Comment>[];
type CommentPages = InfiniteData<Page<Comment>, string | undefined>;

/** All loaded comments, each once: one that a link led to comes again with its own page. */
export const allOf = (data: { pages: Pages } | undefined): Comment[] => [
  ...new Map(data?.pages.flatMap(({ items }) => items).map((comment) => [comment.id, comment])).values(),
];

/** How many comments and replies a list stands for, as the server counts them; undefined if it is not fully loaded. */
export function sumComments(data: { pages: Pages }): number | undefined {
  if (data.pages.at(-1)?.nextCursor !== null) return undefined;
  const counts = allOf(data).map((comment) => {
    const isCounted = isWritten(comment) && !comment.isHidden && !isDraft(comment);
    return comment.repliesCount + (isCounted ? 1 : 0);
  });
  return counts.reduce((sum, one) => sum + one, 0);
}

interface Replied {
  comment: Comment;
  subject: CommentSubject;
  removedIds: ReadonlySet<string>;
}

/** A saved comment may be of an older release, which had no number of hidden replies. */
type ReplyCounts = Pick<Comment, "repliesCount"> & Partial<Pick<Comment, "hiddenRepliesCount">>;

/** How many replies to a comment the viewer sees. */
export const sumReplies = ({ repliesCount, hiddenRepliesCount = 0 }: ReplyCounts): number =>
  repliesCount + hiddenRepliesCount;

/** The same, without those that are deleted but may come back. */
export function countReplies(client: QueryClient, { comment, subject, removedIds }: Replied): number {
  const replies = client.getQueryData<CommentPages>(repliesKey(subject, comment.id));
  return Math.max(0, sumReplies(comment) - allOf(replies).filter(({ id }) => removedIds.has(id)).length);
}

/** All loaded comments and replies. */
const allUnder = (client: QueryClient, subject: CommentSubject): Comment[] =>
  client.getQueriesData<CommentPages>({ queryKey: commentsKey(subject) }).flatMap(([, list]) => allOf(list));

/** The ids of the loaded comments and replies of a member. */
export const listIdsBy = (client: QueryClient, subject: CommentSubject, memberId: string): string[] =>
  allUnder(client, subject).flatMap(({ id, author }) => (author?.id === memberId ? [id] : []));

/** How many loaded comments and replies are deleted but may come back, of those that the server counts. */
export function countRemoved(client: QueryClient, subject: CommentSubject, removedIds: ReadonlySet<string>): number {
  const isRemoved = (comment: Comment) => removedIds.has(comment.id) && isWritten(comment) && !comment.isHidden;
  return allUnder(client, subject).filter(isRemoved).length;
}

/** Prefix of the id of a comment that the server has not stored yet. */
const draftPrefix = "draft-";
export const newDraftId = (): string => `${draftPrefix}${crypto.randomUUID()}`;
export const isDraft = (comment: Comment): boolean => comment.id.startsWith(draftPrefix);

/** A time for a new comment or reply by which it is the newest in its list, also if this device's clock is slow. */
export function newestTime(client: QueryClient, placed: Placed): string {
  const times = allOf(client.getQueryData<CommentPages>(keyOf(placed))).map(({ createdAt }) => createdAt);
  return times.reduce((newest, time) => (time > newest ? time : newest), new Date().toISOString());
}

/**
 * Inserts a comment by time and returns whether it was new. The caller's own comment arrives twice (reply and live
 * event); the first replaces its draft. A comment outside the loaded pages is only counted; it comes with its page.
 */
export function showComment(client: QueryClient, comment: Comment): boolean {
  const draft = isDraft(comment) ? undefined : findDraft(client, comment);
  if (draft) {
    replaceComment(client, draft, comment);
    return false;
  }
  const isNew = changePages(client, comment, (pages) => {
    const known = findIn(pages, comment.id);
    if (!known) return insert(pages, comment);
    // One that was hidden from the viewer is shown again.
    return isWritten(known)
      ? pages
      : changeItems(pages, (items) => items.map((item) => (item === known ? comment : item)));
  });
  if (isNew) count(client, comment, { visible: 1 });
  return isNew;
}

/** Replaces a draft by the stored comment. */
export function replaceComment(client: QueryClient, draft: Comment, comment: Comment): void {
  changePages(client, comment, (pages) => {
    const isDouble = findIn(pages, comment.id) !== undefined;
    return changeItems(pages, (items) =>
      isDouble
        ? items.filter(({ id }) => id !== draft.id)
        : items.map((item) => (item.id === draft.id ? comment : item)),
    );
  });
}

function findDraft(client: QueryClient, comment: Comment): Comment | undefined {
  const { content, author } = comment;
  const data = client.getQueryData<CommentPages>(keyOf(comment));
  return data?.pages
    .flatMap(({ items }) => items)
    .find((item) => isDraft(item) && item.content === content && item.author?.id === author?.id);
}

const withheld = { content: "", author: null, isHidden: false, isLiked: false, likesCount: 0, mentions: [] };

/** Removes a comment; one with replies keeps its place above them, without its words. */
export function removeComment(client: QueryClient, comment: Placed & { id: string }): void {
  let wasHidden = false;
  const wasShown = changePages(client, comment, (pages) => {
    const found = findIn(pages, comment.id);
    if (!found || !isWritten(found)) return pages;
    wasHidden = found.isHidden;
    return changeItems(pages, (items) =>
      sumReplies(found) > 0
        ? items.map((item) => (item === found ? { ...item, ...withheld } : item))
        : items.filter((item) => item !== found),
    );
  });
  if (wasShown) count(client, comment, wasHidden ? { hidden: -1 } : { visible: -1 });
}

export function markHidden(client: QueryClient, comment: Placed & { id: string }, isHidden: boolean): void {
  if (patchComment(client, comment, (known) => (known.isHidden === isHidden ? known : { ...known, isHidden }))) {
    count(client, comment, isHidden ? { visible: -1, hidden: 1 } : { visible: 1, hidden: -1 });
  }
}

/** Changes a comment where it is shown, and returns whether that changed anything. */
export function patchComment(
  client: QueryClient,
  comment: Placed & { id: string },
  change: (known: Comment) => Comment,
): boolean {
  return changePages(client, comment, (pages) => {
    const found = findIn(pages, comment.id);
    const changed = found && isWritten(found) ? change(found) : found;
    if (changed === found || changed === undefined) return pages;
    return changeItems(pages, (items) => items.map((item) => (item === found ? changed : item)));
  });
}

/** The server's count replaces the optimistic one. */
export function setCommentsCount(client: QueryClient, subject: CommentSubject, commentsCount: number): void {
  patchCount(client, subject, () => commentsCount);
}

/** Changes the counts of a comment's replies. A deleted comment goes with its last reply. */
export function changeReplyCounts(
  client: QueryClient,
  reply: Placed,
  change: (known: ReplyCounts) => Partial<ReplyCounts>,
): void {
  const { parentId } = reply;
  if (parentId === null) return;
  changePages(client, { ...reply, parentId: null }, (pages) => {
    const found = findIn(pages, parentId);
    if (!found) return pages;
    const changed = { ...found, ...change(found) };
    const isSame =
      changed.repliesCount === found.repliesCount && changed.hiddenRepliesCount === found.hiddenRepliesCount;
    if (isSame) return pages;
    return changeItems(pages, (items) =>
      items.flatMap((item) => {
        if (item !== found) return [item];
        return sumReplies(changed) === 0 && !isWritten(item) ? [] : [changed];
      }),
    );
  });
}

/** Counts a comment or reply that comes or goes, among the visible or the hidden ones. */
function count(client: QueryClient, placed: Placed, { visible = 0, hidden = 0 }): void {
  patchCount(client, subjectOf(placed), (known) => Math.max(0, known + visible));
  changeReplyCounts(client, placed, ({ repliesCount, hiddenRepliesCount = 0 }) => ({
    repliesCount: Math.max(0, repliesCount + visible),
    hiddenRepliesCount: Math.max(0, hiddenRepliesCount + hidden),
  }));
}

function patchCount(client: QueryClient, subject: CommentSubject, change: (known: number) => number): void {
  if ("outfitId" in subject) {
    patchOutfit(client, subject.outfitId, (card) => ({ commentsCount: change(card.commentsCount) }));
  } else patchEvent(client, subject.eventId, (event) => ({ commentsCount: change(event.commentsCount) }));
}

export const findIn = (pages: Pages, commentId: string) =>
  pages.flatMap(({ items }) => items).find(({ id }) => id === commentId);

const changeItems = (pages: Pages, change: (items: Comment[]) => Comment[]): Pages =>
  pages.map((page) => ({ ...page, items: change(page.items) }));

/** Comments are listed from the newest on, replies from the oldest on. */
function insert(pages: Pages, comment: Comment): Pages {
  const isBehind = ({ createdAt }: Comment) =>
    comment.parentId === null ? createdAt <= comment.createdAt : createdAt > comment.createdAt;
  const place = pages.findIndex(({ items }) => items.some(isBehind));
  const into = place === -1 && pages.at(-1)?.nextCursor === null ? pages.length - 1 : place;
  if (into === -1) return [...pages];
  return pages.map((page, index) => {
    if (index !== into) return page;
    const at = page.items.findIndex(isBehind);
    return { ...page, items: page.items.toSpliced(at === -1 ? page.items.length : at, 0, comment) };
  });
}

/** Returns whether `change` changed anything. */
export function changePages(client: QueryClient, placed: Placed, change: (pages: Pages) => Pages): boolean {
  const queryKey = keyOf(placed);
  const data = client.getQueryData<CommentPages>(queryKey);
  if (!data) return false;
  const pages = change(data.pages);
  if (pages === data.pages) return false;
  client.setQueryData<CommentPages>(queryKey, { ...data, pages });
  return true;
}
