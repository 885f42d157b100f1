import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useRef } from "react";
import type { Comment } from "#contract/comments.ts";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { repliesQuery } from "./comment-replies.ts";
import { changePages, type CommentSubject, findIn, isUnder } from "./comments-cache.ts";
import { commentsQuery } from "./comments.ts";

const linkedKey = (commentId: string) => ["linked-comment", commentId] as const;

/**
 * Loads the comment with this id into the lists of its outfit or event, behind the loaded ones if it is older (or, as a
 * reply, newer) than these.
 *
 * @returns Once it is listed, the id of the comment whose replies it belongs to or has; `isMissing` if there is none.
 */
export function useLinkedComment(subject: CommentSubject, id: string) {
  const client = useQueryClient();
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: linkedKey(id),
    queryFn: ({ signal }) => call("GET /api/comments/:commentId", { params: { commentId: id } }, signal),
  });
  const isHere = data !== undefined && isUnder(data.comment, subject);
  const parent = isHere ? data.parent : null;
  const { list, replies, areLoaded } = useLists(subject, parent);
  const isReady = isHere && areLoaded;
  /** When the data that the lists took last was loaded. */
  const takenAt = useRef(0);
  useLayoutEffect(() => {
    if (!isReady) return;
    const isNew = takenAt.current !== dataUpdatedAt;
    takenAt.current = dataUpdatedAt;
    const isListed = (parent ? [parent, data.comment] : [data.comment]).map((comment) =>
      ensureListed(client, comment, isNew),
    );
    // It was listed before, so it was deleted since, or its list was read again.
    if (isListed.includes(false)) void refetch();
  }, [client, isReady, data, parent, dataUpdatedAt, list, replies, refetch]);
  return { threadId: isReady ? (parent?.id ?? id) : undefined, isMissing: data ? !isHere : isNotFound(error) };
}

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.code === "comment.not_found";

/** The lists in which the comment is shown: of the subject, and of the replies to the comment that it replies to. */
function useLists(subject: CommentSubject, parent: Comment | null) {
  const list = useInfiniteQuery(commentsQuery(subject)).data;
  const replies = useInfiniteQuery({ ...repliesQuery(subject, parent?.id ?? ""), enabled: parent !== null }).data;
  return { list, replies, areLoaded: list !== undefined && (parent === null || replies !== undefined) };
}

/** Whether a comment is in its loaded list, exactly once. One that is not is added at the end if `mayAdd`. */
function ensureListed(client: QueryClient, comment: Comment, mayAdd: boolean): boolean {
  let isListed = true;
  changePages(client, comment, (pages) => {
    const pagesWithIt = pages.filter((page) => findIn([page], comment.id));
    const [first, ...others] = pagesWithIt;
    if (others.length > 0) {
      // Its own page has been loaded since.
      return pages.map((page) =>
        page === first ? { ...page, items: page.items.filter(({ id }) => id !== comment.id) } : page,
      );
    }
    isListed = first !== undefined || mayAdd;
    if (first || !mayAdd) return pages;
    return pages.map((page, index) =>
      index === pages.length - 1 ? { ...page, items: [...page.items, comment] } : page,
    );
  });
  return isListed;
}
