import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReviewedArticle } from "#contract/admin-articles.ts";
import type { ReviewedEvent } from "#contract/admin-events.ts";
import { call } from "#web/api/call.ts";
import { articleKeys } from "./article-keys.ts";
import { pagedQuery } from "./paged.ts";

const keys = { all: ["admin", "submissions"] } as const;
export type SubmissionStatus = ReviewedArticle["status"];

export const submissionQueries = {
  articles: (status: SubmissionStatus | undefined) =>
    pagedQuery(
      [...keys.all, "articles", status],
      (cursor, signal) => call("GET /api/admin/articles", { query: { status, cursor } }, signal),
      { staleTime: 0 },
    ),
  events: (status: SubmissionStatus | undefined) =>
    pagedQuery(
      [...keys.all, "events", status],
      (cursor, signal) => call("GET /api/admin/events", { query: { status, cursor } }, signal),
      { staleTime: 0 },
    ),
  one: (kind: Submission["kind"], id: string) =>
    queryOptions({
      queryKey: [...keys.all, kind, id],
      queryFn: async ({ signal }) =>
        kind === "article"
          ? fromArticle(await call("GET /api/admin/articles/:articleId", { params: { articleId: id } }, signal))
          : fromEvent(await call("GET /api/admin/events/:eventId", { params: { eventId: id } }, signal)),
      staleTime: 0,
    }),
  checkIns: (eventId: string) =>
    pagedQuery(
      [...keys.all, "check-ins", eventId],
      (cursor, signal) =>
        call("GET /api/admin/events/:eventId/check-ins", { params: { eventId }, query: { cursor } }, signal),
      { staleTime: 0 },
    ),
};

/** An article or event with what its review needs, in one shape. */
export interface Submission {
  kind: "article" | "event";
  id: string;
  title: string;
  cover: ReviewedArticle["cover"];
  author: ReviewedArticle["author"];
  status: SubmissionStatus;
  /** Readers see it, unless it is hidden. */
  isPublic: boolean;
  isHidden: boolean;
  /** Changes of a public event by its member: whether they wait for an admin. */
  proposal: { isWaiting: boolean } | null;
  /** Nobody publishes it any more: its author withdrew it, or it is a cancelled event. */
  isOffForGood: boolean;
  isFeatured: boolean;
  /** What an admin last asked for. */
  note: string | null;
  changedAt: string;
  /** Words and minutes, or time and place. */
  detail: string;
}

export function fromArticle(article: ReviewedArticle): Submission {
  return {
    ...article,
    kind: "article",
    proposal: null,
    isOffForGood: article.status === "withdrawn" && !article.isTakenDown,
    title: article.title || "Untitled",
    changedAt: article.submittedAt,
    detail: `${article.wordCount} words · ${article.readingMinutes} min`,
  };
}

export function fromEvent(event: ReviewedEvent): Submission {
  const { organiser, startsAt, timeZone, location } = event;
  const time =
    startsAt === null
      ? "No date yet"
      : new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short", timeZone: timeZone ?? "UTC" }).format(
          new Date(startsAt),
        );
  return {
    ...event,
    kind: "event",
    author: organiser,
    isPublic: event.status === "published" && !event.isCancelled,
    isOffForGood: event.isCancelled || (event.status === "withdrawn" && event.reviewedAt === null),
    note: event.reviewNote,
    changedAt: event.updatedAt,
    detail: [time, location ?? "No place yet", event.isCancelled ? "Cancelled" : ""].filter(Boolean).join(" · "),
  };
}

/** What was looked at: a step is refused if it has been changed since. */
export type Shown =
  | { kind: "article"; id: string; revision: number }
  | { kind: "event"; id: string; updatedAt: string };
type Target = Pick<Submission, "kind" | "id">;

/** A step of the review; what readers see may have changed with it. */
function useStep<Given extends Target>(success: string, failure: string, take: (given: Given) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    meta: { success, failure },
    mutationFn: take,
    onSettled: (_reply, error, { id }) => {
      void client.invalidateQueries({ queryKey: articleKeys.all, refetchType: "none" });
      // The article may have been changed meanwhile: the next try is about what is shown then.
      if (error) void client.invalidateQueries({ queryKey: articleKeys.draft(id) });
      void client.invalidateQueries({ queryKey: ["events"] });
      return client.invalidateQueries({ queryKey: ["admin"] });
    },
  });
}

export const usePublish = () =>
  useStep("Published", "Failed to publish", (shown: Shown) =>
    shown.kind === "article"
      ? call("POST /api/admin/articles/:articleId/publish", {
          params: { articleId: shown.id },
          body: { revision: shown.revision },
        })
      : call("POST /api/admin/events/:eventId/publication", {
          params: { eventId: shown.id },
          body: { updatedAt: shown.updatedAt },
        }),
  );

export const useRequestChanges = () =>
  useStep("Changes requested", "Failed to request changes", ({ note, ...shown }: Shown & { note: string }) =>
    shown.kind === "article"
      ? call("POST /api/admin/articles/:articleId/request-changes", {
          params: { articleId: shown.id },
          body: { revision: shown.revision, note },
        })
      : call("POST /api/admin/events/:eventId/change-request", {
          params: { eventId: shown.id },
          body: { updatedAt: shown.updatedAt, note },
        }),
  );

export const useWithdraw = () =>
  useStep("Withdrawn", "Failed to withdraw", ({ kind, id, note }: Target & { note: string }) =>
    kind === "article"
      ? call("POST /api/admin/articles/:articleId/withdraw", { params: { articleId: id }, body: { note } })
      : call("POST /api/admin/events/:eventId/withdrawal", { params: { eventId: id }, body: { note } }),
  );

export const useFeature = () =>
  useStep(
    "Landing page updated",
    "Failed to update the landing page",
    ({ kind, id, isFeatured }: Target & { isFeatured: boolean }) =>
      kind === "article"
        ? call("PUT /api/admin/articles/:articleId/featured", { params: { articleId: id }, body: { isFeatured } })
        : call("PUT /api/admin/events/:eventId/featured", { params: { eventId: id }, body: { isFeatured } }),
  );
