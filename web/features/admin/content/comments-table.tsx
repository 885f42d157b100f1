import type { ColumnDef } from "@tanstack/react-table";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { AdminComment } from "#contract/admin-content.ts";
import { limits } from "#contract/limits.ts";
import { adminContentQueries, useDeleteComments } from "#web/data/admin-content.ts";
import { Button } from "#web/ui/button.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { type ContentFilterProps, selectColumn, useContentFilter } from "./content-filter.tsx";
import { ContentList } from "./content-list.tsx";
import { MemberCell } from "#web/features/admin/parts/member-cell.tsx";
import { ReasonDialog } from "#web/ui/reason-dialog.tsx";

type CommentState = "shown" | "hidden";

/** Comments of all members or of one, with search, filter, and deletion of one or several. */
export function CommentsTable(props: ContentFilterProps) {
  const { query: filter, controls, selected, toggle, deselect } = useContentFilter<CommentState>(props, commentFilters);
  const [deleting, setDeleting] = useState<string[]>([]);
  const query = useInfiniteQuery(adminContentQueries.comments(filter));
  const columns = useMemo(
    () =>
      commentColumns({
        selected,
        onSelect: toggle,
        onDelete: (id) => setDeleting([id]),
      }),
    [selected, toggle],
  );
  return (
    <>
      <ContentList
        label="Comments"
        query={query}
        columns={columns}
        template="2.75rem minmax(0, 3fr) minmax(0, 2fr) 7rem 7rem"
        {...controls}
        bulk={
          <Button look="danger" size="small" onClick={() => setDeleting([...selected])}>
            Delete
          </Button>
        }
      />
      <DeleteDialog
        ids={deleting}
        onClose={() => setDeleting([])}
        onDone={() => {
          setDeleting([]);
          deselect(deleting);
        }}
      />
    </>
  );
}

interface DeleteDialogProps {
  ids: string[];
  /** It was closed without deleting; the selection stays. */
  onClose: () => void;
  onDone: () => void;
}

/** Asks for the reason that the authors read, and deletes. */
function DeleteDialog({ ids, onClose, onDone }: DeleteDialogProps) {
  const remove = useDeleteComments();
  return (
    <ReasonDialog
      isOpen={ids.length > 0}
      onClose={onClose}
      title={ids.length === 1 ? "Delete this comment?" : `Delete ${ids.length} comments?`}
      hint={`Hidden now and deleted for good in ${limits.appealDays} days. The author reads the reason and can appeal.`}
      confirmLabel="Delete"
      isDangerous
      isBusy={remove.isPending}
      onConfirm={(reason) => remove.mutate({ ids, reason }, { onSuccess: onDone })}
    />
  );
}

const commentFilters = [
  { value: "", label: "All comments" },
  { value: "shown", label: "Shown" },
  { value: "hidden", label: "Hidden" },
] as const;

function Subject({ comment: { id: comment, outfitId, eventId, subjectTitle } }: { comment: AdminComment }) {
  if (outfitId !== null) {
    return (
      <Link to="/outfit/$outfitId" params={{ outfitId }} search={{ comment }} className="underline">
        {subjectTitle}
      </Link>
    );
  }
  return (
    <Link to="/events/$eventId" params={{ eventId: eventId ?? "" }} search={{ comment }} className="underline">
      {subjectTitle}
    </Link>
  );
}

interface ColumnActions {
  selected: ReadonlySet<string>;
  onSelect: (id: string) => void;
  onDelete: (id: string) => void;
}

function commentColumns({ selected, onSelect, onDelete }: ColumnActions): ColumnDef<AdminComment, unknown>[] {
  return [
    selectColumn(selected, onSelect, (comment) => `Select the comment “${comment.content.slice(0, 40)}”`),
    {
      id: "comment",
      header: "Comment",
      cell: ({ row: { original } }) => (
        <div className="min-w-0">
          <p dir="auto" className="line-clamp-3 break-words">
            {original.content}
          </p>
          <p className="truncate text-fine text-muted">
            {"on "}
            <Subject comment={original} />
            {original.isHidden && " · Hidden"}
          </p>
        </div>
      ),
    },
    { id: "author", header: "Member", cell: ({ row }) => <MemberCell member={row.original.author} /> },
    {
      id: "time",
      header: "When",
      cell: ({ row }) => <RelativeTime at={row.original.createdAt} className="text-fine text-muted" />,
    },
    {
      id: "actions",
      header: () => <span className="sr-only">Actions</span>,
      cell: ({ row: { original } }) => (
        <Button
          look="danger"
          size="small"
          aria-label={`Delete the comment “${original.content.slice(0, 40)}”`}
          onClick={() => onDelete(original.id)}
        >
          Delete
        </Button>
      ),
    },
  ];
}
