import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ArrowLeft, EyeOff, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Board } from "#contract/boards.ts";
import { isMissing } from "#web/api/api-error.ts";
import { boardQueries, useEditBoard, useRemoveBoard } from "#web/data/boards.ts";
import { countOf } from "#web/lib/format-count.ts";
import { profilePath } from "#web/lib/paths.ts";
import { Page, PageHeading } from "#web/shell/page.tsx";
import { errorMessage } from "#web/text/errors.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { ScreenState } from "#web/ui/screen-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { MemberName } from "#web/ui/member-name.tsx";
import { TileSkeletons } from "#web/ui/outfit-tile.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BoardNameDialog } from "./board-name-dialog.tsx";
import { BoardSaves, useBoardSaves } from "./board-saves.tsx";

/** One board; its owner can sort it. */
export function BoardScreen({ boardId, userId }: { boardId: string; userId: string }) {
  const query = useQuery(boardQueries.one(boardId));
  const [isSorting, setSorting] = useState(false);
  const board = query.data;
  // What is gone since is not shown from the cache.
  if (query.error && (!board || isMissing(query.error))) {
    return <Failure error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />;
  }
  if (!board) return <Waiting />;
  const isOwn = board.owner.id === userId;
  return (
    <Page title={board.name}>
      <PageHeading
        kicker={<Kicker board={board} isOwn={isOwn} />}
        actions={isOwn && <BoardActions board={board} isSorting={isSorting} onSort={setSorting} />}
      >
        <span dir="auto" className="block">
          {board.name}
        </span>
      </PageHeading>
      <BoardSaves boardId={board.id} isOwn={isOwn} isSorting={isSorting} />
    </Page>
  );
}

function Failure({ error, isRetrying, onRetry }: { error: Error; isRetrying: boolean; onRetry: () => void }) {
  if (!isMissing(error)) {
    return (
      <Page title="Board">
        <ScreenState>
          <ErrorState title="Couldn't load this board" onRetry={onRetry} isRetrying={isRetrying}>
            {errorMessage(error)}
          </ErrorState>
        </ScreenState>
      </Page>
    );
  }
  return (
    <Page title="Board not found">
      <ScreenState>
        <ErrorState
          title="Board not found"
          action={
            <Link to="/closet" className={buttonClass("ink")}>
              Open My Closet
            </Link>
          }
        >
          It was deleted, or its owner keeps it to themselves.
        </ErrorState>
      </ScreenState>
    </Page>
  );
}

function Waiting() {
  return (
    <Page title="Board">
      <div className="pt-6 pb-6 md:pt-10">
        <Skeleton className="mb-3 h-3 w-32" />
        <Skeleton className="h-10 w-64 md:h-14 md:w-96" />
      </div>
      <TileSkeletons label="Loading this board" count={4} />
    </Page>
  );
}

function Kicker({ board, isOwn }: { board: Board; isOwn: boolean }) {
  const { removedCount } = useBoardSaves(board.id, isOwn);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Link
        to={isOwn ? "/closet" : profilePath(board.owner.username)}
        className="-my-3 inline-flex min-h-11 max-w-full items-center gap-1.5 underline-offset-4 hover:underline"
      >
        <ArrowLeft aria-hidden="true" size={14} strokeWidth={2} className="shrink-0" />
        {isOwn ? "My Closet" : <MemberName member={board.owner} className="min-w-0 break-words" />}
      </Link>
      <span aria-hidden="true">·</span>
      <span>{countOf(Math.max(0, board.savesCount - removedCount), "outfit")}</span>
      {board.isHidden && (
        <>
          <span aria-hidden="true">·</span>
          <span className="inline-flex items-center gap-1.5">
            <EyeOff aria-hidden="true" size={13} strokeWidth={1.75} />
            Hidden
          </span>
        </>
      )}
    </span>
  );
}

interface BoardActionsProps {
  board: Board;
  isSorting: boolean;
  onSort: (isSorting: boolean) => void;
}

function BoardActions({ board, isSorting, onSort }: BoardActionsProps) {
  return (
    <div className="flex flex-wrap items-center gap-1">
      {(board.savesCount > 0 || isSorting) && (
        <Button look={isSorting ? "ink" : "outline"} size="small" className="mr-1" onClick={() => onSort(!isSorting)}>
          {isSorting ? "Done" : "Arrange"}
        </Button>
      )}
      <EditButton board={board} />
      <DeleteButton boardId={board.id} />
    </div>
  );
}

function EditButton({ board }: { board: Board }) {
  const [isEditing, setEditing] = useState(false);
  const edit = useEditBoard(board.id);
  const open = () => {
    edit.reset();
    setEditing(true);
  };
  return (
    <>
      <IconButton label="Edit board" onClick={open}>
        <Pencil aria-hidden="true" size={18} strokeWidth={1.5} />
      </IconButton>
      <BoardNameDialog
        verb="Save"
        title="Edit board"
        board={isEditing ? board : null}
        isBusy={edit.isPending}
        error={edit.error}
        onClose={() => setEditing(false)}
        onSave={(changes) => edit.mutate(changes, { onSuccess: () => setEditing(false) })}
      />
    </>
  );
}

function DeleteButton({ boardId }: { boardId: string }) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  // The way back does not lead to what is no more.
  const remove = useRemoveBoard(boardId, () => navigate({ to: "/closet", replace: true }));
  return (
    <>
      <IconButton label="Delete board" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" size={18} strokeWidth={1.5} />
      </IconButton>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
        isBusy={remove.isPending}
        title="Delete this board?"
        confirmLabel="Delete"
      >
        The outfits on it stay in your closet.
      </ConfirmDialog>
    </>
  );
}
