import { useInfiniteQuery, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ReviewedArticle } from "#contract/admin-articles.ts";
import type { ReviewedEvent } from "#contract/admin-events.ts";
import { isMissing } from "#web/api/api-error.ts";
import {
  fromArticle,
  fromEvent,
  type Submission,
  submissionQueries,
  type SubmissionStatus,
} from "#web/data/admin-submissions.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { AdminHeading } from "#web/features/admin/parts/admin-heading.tsx";
import { Select } from "#web/features/admin/parts/select.tsx";
import { SubmissionPanel } from "./submission-panel.tsx";
import { SubmissionTable } from "./submission-table.tsx";
import type { ListQuery } from "#web/features/admin/parts/table-states.tsx";

const tabs = [
  { id: "article", label: "Articles" },
  { id: "event", label: "Events" },
] as const;
const statuses = [
  { value: "submitted", label: "Awaiting review" },
  { value: "changes_requested", label: "Changes requested" },
  { value: "published", label: "Published" },
  { value: "withdrawn", label: "Withdrawn" },
  { value: "all", label: "All" },
] as const;

interface ArticlesPageProps {
  /** Of the address, as they are. */
  tab: string | undefined;
  status: string | undefined;
  openId: string | undefined;
  onTab: (tab: Submission["kind"]) => void;
  onStatus: (status: string) => void;
  /** Opens the review of one, or closes it. */
  onOpen: (id: string | undefined) => void;
  /** Shows an article or event as readers will see it. */
  renderPreview: (submission: Submission) => ReactNode;
}

/** Articles and events: what waits for a review, and what is published. */
export function ArticlesPage({ openId, onTab, onStatus, onOpen, renderPreview, ...wanted }: ArticlesPageProps) {
  const kind = tabs.find(({ id }) => id === wanted.tab)?.id ?? "article";
  const status = statuses.find(({ value }) => value === wanted.status)?.value ?? "submitted";
  const query = useSubmissions(kind, status === "all" ? undefined : status);
  const { open, found, setOpened } = useOpen(kind, openId, query);
  useReturnedFocus(openId);
  if (openId !== undefined && !open) return <Absent kind={kind} query={found} onClose={() => onOpen(undefined)} />;
  if (open) {
    return (
      <SubmissionPanel
        submission={open}
        onDone={() => onOpen(undefined)}
        onClose={() => onOpen(undefined)}
        preview={renderPreview(open)}
      />
    );
  }
  return (
    <>
      <AdminHeading title="Articles" hint="Articles and events, with what members submitted" />
      <Tabs<Submission["kind"]> label="Articles or events" tabs={tabs} selected={kind} onSelect={onTab}>
        <div className="pt-6">
          <div className="mb-4">
            <Select label="Which ones" value={status} options={statuses} onSelect={onStatus} />
          </div>
          <SubmissionTable
            label={kind === "article" ? "Articles" : "Events"}
            isQueue={status === "submitted"}
            query={query}
            onOpen={(submission) => {
              setOpened(submission);
              onOpen(submission.id);
            }}
          />
        </div>
      </Tabs>
    </>
  );
}

/** The open review, as the list or, of an address that was shared or loaded anew, the server has it. */
function useOpen(kind: Submission["kind"], openId: string | undefined, { data }: ListQuery<Submission>) {
  const [opened, setOpened] = useState<Submission>();
  const isOpened = openId === opened?.id;
  const found = useQuery({
    ...submissionQueries.one(kind, openId ?? ""),
    enabled: openId !== undefined && !isOpened,
  });
  const listed = data?.pages.flatMap((page) => page.items).find(({ id }) => id === openId);
  // The open one is kept, so that it stays when a step moves it out of the list.
  const kept = isOpened ? opened : isMissing(found.error) ? undefined : found.data;
  return { open: listed ?? kept, found, setOpened };
}

interface AbsentProps {
  kind: Submission["kind"];
  query: UseQueryResult;
  onClose: () => void;
}

/** In place of a review that is not loaded yet, or cannot be. */
function Absent({ kind, query, onClose }: AbsentProps) {
  const name = kind === "article" ? "Article" : "Event";
  return (
    <>
      <h1 className="sr-only">{`Review of an ${kind}`}</h1>
      {isMissing(query.error) ? (
        <ErrorState title={`${name} not found`} action={<Button onClick={onClose}>Back to the list</Button>}>
          {`The address has a mistake, or the ${kind} was deleted or is a draft again.`}
        </ErrorState>
      ) : query.error ? (
        <QueryError title={`Couldn't load this ${kind}`} query={query} />
      ) : (
        <Skeleton className="h-96 rounded-photo!" />
      )}
    </>
  );
}

/** After a review: the row it was opened from, or else the first one, or the tab if nothing is left. */
function useReturnedFocus(openId: string | undefined): void {
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (openId === undefined && last.current !== undefined && document.activeElement === document.body) {
      const find = (selector: string) => document.querySelector<HTMLElement>(selector);
      const target = find(`[data-review="${last.current}"]`) ?? find("[data-review]") ?? find("[aria-selected=true]");
      target?.focus();
    }
    last.current = openId;
  }, [openId]);
}

/** The list of one kind; the other one is not asked for. */
function useSubmissions(kind: Submission["kind"], status: SubmissionStatus | undefined): ListQuery<Submission> {
  const articles = useInfiniteQuery({
    ...submissionQueries.articles(status),
    enabled: kind === "article",
    select: toArticles,
  });
  const events = useInfiniteQuery({ ...submissionQueries.events(status), enabled: kind === "event", select: toEvents });
  return kind === "article" ? articles : events;
}

interface Pages<Item> {
  pages: { items: Item[] }[];
}

const toArticles = ({ pages }: Pages<ReviewedArticle>) => toSubmissions(pages, fromArticle);
const toEvents = ({ pages }: Pages<ReviewedEvent>) => toSubmissions(pages, fromEvent);

function toSubmissions<Item>(pages: { items: Item[] }[], from: (item: Item) => Submission): Pages<Submission> {
  return { pages: pages.map(({ items }) => ({ items: items.map(from) })) };
}
