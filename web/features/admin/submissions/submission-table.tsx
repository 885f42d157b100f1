import type { ColumnDef } from "@tanstack/react-table";
import { useMemo } from "react";
import type { Submission } from "#web/data/admin-submissions.ts";
import { Button } from "#web/ui/button.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { MemberCell } from "#web/features/admin/parts/member-cell.tsx";
import { StatusWords } from "./submission-status.tsx";
import { type ListQuery, StatefulTable } from "#web/features/admin/parts/table-states.tsx";

interface SubmissionTableProps {
  label: string;
  /** Only what waits for a review is listed. */
  isQueue: boolean;
  query: ListQuery<Submission>;
  onOpen: (submission: Submission) => void;
}

/** Articles or events of one status. */
export function SubmissionTable({ label, isQueue, query, onOpen }: SubmissionTableProps) {
  const columns = useMemo(() => submissionColumns(onOpen), [onOpen]);
  return (
    <StatefulTable
      label={label}
      empty={isQueue ? "Nothing is waiting" : `No such ${label.toLowerCase()}`}
      query={query}
      columns={columns}
      rowHeight={84}
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
