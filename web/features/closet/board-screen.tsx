import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { EyeOff, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Board } from "#contract/boards.ts";
import { countOf } from "#web/lib/format-count.ts";
import { profilePath } from "#web/lib/paths.ts";
import { Page, PageHeading } from "#web/shell/page.tsx";
import { wordsFor } from "#web/text/errors.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BoardNameDialog } from "./board-name-dialog.tsx";
import { BoardSaves } from "./board-saves.tsx";
import { boardQueries, useEditBoard, useRemoveBoard } from "./boards.queries.ts";

/** One board: its owner arranges it, others look. */
export function BoardScreen({ boardId, userId }: { boardId: string; userId: string }) {
  const query = useQuery(boardQueries.one(boardId));
  const board = query.data;
  if (query.isError && !board) {
    return (
      <Page title="Board not found">
        <ErrorState title="Board not found" onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
          {wordsFor(query.error)}
        </ErrorState>
      </Page>
    );
  }
  if (!board) {
    return (
      <Page title="Board">
        <Skeleton className="mt-10 mb-8 h-12 w-64" />
        <Skeleton className="h-96" />
      </Page>
    );
  }
  const isOwn = board.owner.id === userId;
  return (
    <Page title={board.name}>
      <PageHeading kicker={<Kicker board={board} isOwn={isOwn} />} actions={isOwn && <BoardDeeds board={board} />}>
        {board.name}
      </PageHeading>
      <BoardSaves boardId={board.id} isOwn={isOwn} />
    </Page>
  );
}

function Kicker({ board, isOwn }: { board: Board; isOwn: boolean }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {isOwn ? (
        <Link to="/closet" className="underline-offset-4 hover:underline">
          My Closet
        </Link>
      ) : (
        <Link to={profilePath(board.owner.username)} className="underline-offset-4 hover:underline">
          @{board.owner.username}
        </Link>
      )}
      <span>{countOf(board.savesCount, "outfit")}</span>
      {board.isHidden && (
        <span className="inline-flex items-center gap-1.5">
          <EyeOff aria-hidden="true" size={13} strokeWidth={1.75} />
          Hidden
        </span>
      )}
    </span>
  );
}

function BoardDeeds({ board }: { board: Board }) {
  const [isEditing, setEditing] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const edit = useEditBoard(board.id);
  const remove = useRemoveBoard(board.id);
  const navigate = useNavigate();
  return (
    <div className="flex">
      <IconButton label="Edit board" onClick={() => setEditing(true)}>
        <Pencil aria-hidden="true" size={18} strokeWidth={1.5} />
      </IconButton>
      <IconButton label="Delete board" onClick={() => setLeaving(true)}>
        <Trash2 aria-hidden="true" size={18} strokeWidth={1.5} />
      </IconButton>
      <BoardNameDialog
        verb="Save"
        title="Edit board"
        board={isEditing ? board : null}
        isBusy={edit.isPending}
        onClose={() => setEditing(false)}
        onSave={(changed) => edit.mutate(changed, { onSuccess: () => setEditing(false) })}
      />
      <ConfirmDialog
        isOpen={isLeaving}
        onClose={() => setLeaving(false)}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => void navigate({ to: "/closet" }) })}
        isBusy={remove.isPending}
        title="Delete this board?"
        confirmLabel="Delete"
      >
        What stands on it stays in your closet.
      </ConfirmDialog>
    </div>
  );
}
