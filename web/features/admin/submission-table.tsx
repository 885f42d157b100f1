import type { ColumnDef } from "@tanstack/react-table";
import { useMemo } from "react";
import type { Submission } from "#web/data/admin-submissions.ts";
import { errorMessage } from "#web/text/errors.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { DataTable } from "./data-table.tsx";
import { MemberCell } from "./member-cell.tsx";
import { StatusWords } from "./submission-status.tsx";

interface SubmissionTableProps {
  label: string;
  /** Only what waits for a review is listed. */
  isQueue: boolean;
  query: {
    data: unknown;
    error: unknown;
    isPending: boolean;
    isRefetching: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
    refetch: () => unknown;
  };
  submissions: Submission[];
  onOpen: (submission: Submission) => void;
}

/** Articles or events of one status, in all states of the list. */
export function SubmissionTable({ label, isQueue, query, submissions, onOpen }: SubmissionTableProps) {
  const columns = useMemo(() => submissionColumns(onOpen), [onOpen]);
  if (query.error && !query.data) {
    return (
      <ErrorState title="Couldn't load this list" onRetry={() => void query.refetch()} isRetrying={query.isRefetching}>
        {errorMessage(query.error)}
      </ErrorState>
    );
  }
  if (!query.isPending && submissions.length === 0) {
    return <EmptyState title={isQueue ? "Nothing is waiting" : `No such ${label.toLowerCase()}`} />;
  }
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={submissions}
      rowHeight={84}
      isLoading={query.isPending}
      hasMore={query.hasNextPage}
      onMore={() => !query.isFetchingNextPage && void query.fetchNextPage()}
      template="minmax(0, 3fr) minmax(0, 2fr) 11rem 8rem 7rem"
    />
  );
}

function submissionColumns(onOpen: (submission: Submission) => void): ColumnDef<Submission, unknown>[] {
  return [
    {
      id: "title",
      header: "Title",
      cell: ({ row: { original } }) => (
        <span className="flex min-w-0 items-center gap-3">
          {original.cover && (
            <span className="w-16 shrink-0 overflow-hidden rounded-input">
              <Picture picture={original.cover} alt="" sizes="64px" className="aspect-4/3! object-cover" />
            </span>
          )}
          <span className="min-w-0">
            <span className="block truncate font-medium">{original.title}</span>
            <span className="block text-fine text-muted">{original.detail}</span>
          </span>
        </span>
      ),
    },
    { id: "author", header: "Member", cell: ({ row }) => <MemberCell member={row.original.author} /> },
    { id: "status", header: "Status", cell: ({ row }) => <StatusWords submission={row.original} /> },
    {
      id: "time",
      header: "Changed",
      cell: ({ row }) => <RelativeTime at={row.original.changedAt} className="text-fine text-muted" />,
    },
    {
      id: "actions",
      header: () => <span className="sr-only">Actions</span>,
      cell: ({ row: { original } }) => (
        <Button
          look="outline"
          size="small"
          data-review={original.id}
          aria-label={`Review ${original.title}`}
          onClick={() => onOpen(original)}
        >
          Review
        </Button>
      ),
    },
  ];
}
