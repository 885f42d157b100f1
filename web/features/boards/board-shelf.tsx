import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import type { Board } from "#contract/boards.ts";
import { boardQueries, useAddBoard, useMoveBoard } from "#web/data/boards.ts";
import { errorMessage } from "#web/text/errors.ts";
import { Button } from "#web/ui/button.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { RetryButton } from "#web/ui/retry-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BareCover, BoardCard, shelfClass } from "./board-card.tsx";
import { BoardNameDialog } from "./board-name-dialog.tsx";
import { SortableList } from "#web/ui/sortable-list.tsx";

const blank = { name: "", isHidden: false };

/** The caller's boards in order, with a button for a new one. */
export function BoardShelf() {
  const query = useQuery(boardQueries.own());
  const [isSorting, setSorting] = useState(false);
  const boards = query.data?.items;
  const canSort = boards !== undefined && boards.length > 1;
  return (
    <section aria-labelledby="boards" className="pt-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id="boards" className="font-display mr-auto text-title">
          Boards
        </h2>
        {canSort && (
          <Button
            look={isSorting ? "ink" : "quiet"}
            size="small"
            aria-label={isSorting ? "Done arranging boards" : "Arrange boards"}
            onClick={() => setSorting(!isSorting)}
          >
            {isSorting ? "Done" : "Arrange"}
          </Button>
        )}
        <NewBoardButton />
      </div>
      {boards ? (
        <OwnBoards boards={boards} isSorting={canSort && isSorting} />
      ) : query.isError ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Waiting />
      )}
    </section>
  );
}

function OwnBoards({ boards, isSorting }: { boards: Board[]; isSorting: boolean }) {
  if (boards.length === 0) {
    // As high as a row of boards: what is below does not move when it is known that there are none.
    return (
      <div className={shelfClass}>
        <div aria-hidden="true">
          <BareCover />
          <span className="mt-2 block h-10" />
        </div>
        <p className="self-center text-fine text-muted">Group your saved outfits: a trip, a season, a wish list.</p>
      </div>
    );
  }
  return isSorting ? <SortableBoards boards={boards} /> : <Shelf boards={boards} />;
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <p role="alert" className="flex items-center gap-4 text-fine">
      {errorMessage(error)}
      <RetryButton look="outline" size="small" onClick={onRetry} />
    </p>
  );
}

function Shelf({ boards, className = "" }: { boards: Board[]; className?: string }) {
  const row = useRef<HTMLUListElement>(null);
  const firstId = boards[0]?.id;
  // A new board is the first one, and the row would stay with the one that it was snapped to.
  useLayoutEffect(() => {
    if (row.current) row.current.scrollLeft = 0;
  }, [firstId]);
  return (
    <ul ref={row} aria-label="Boards" className={`${shelfClass} ${className}`}>
      {boards.map((board) => (
        <li key={board.id}>
          <BoardCard board={board} />
        </li>
      ))}
    </ul>
  );
}

/** A grid, since a scrolling row is hard to drag in. */
function SortableBoards({ boards }: { boards: Board[] }) {
  const move = useMoveBoard();
  return (
    <SortableList
      label="Boards"
      className="grid grid-cols-2 gap-x-3 gap-y-4 md:grid-cols-4 md:gap-x-4 lg:grid-cols-5"
      items={boards}
      nameOf={({ name }) => name}
      onMove={(boardId, before) => move.mutate({ boardId, before })}
      renderItem={(board) => <BoardCard board={board} />}
    />
  );
}

function NewBoardButton() {
  const add = useAddBoard({ success: "Board created" });
  const [draft, setDraft] = useState<typeof blank | null>(null);
  const open = () => {
    add.reset();
    setDraft(blank);
  };
  return (
    <>
      <Button look="outline" size="small" onClick={open}>
        <Plus aria-hidden="true" size={16} strokeWidth={1.75} />
        New board
      </Button>
      <BoardNameDialog
        verb="Create"
        title="New board"
        board={draft}
        isBusy={add.isPending}
        error={add.error}
        onClose={() => setDraft(null)}
        onSave={(changes) => add.mutate({ ...blank, ...changes }, { onSuccess: () => setDraft(null) })}
      />
    </>
  );
}

/** In the shape of the shelf, for the time before it is known whose it is. */
export function BoardShelfSkeleton() {
  return (
    <div className="pt-6">
      <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-2">
        <p className="font-display text-title">Boards</p>
        <Skeleton className="min-h-11 w-32 rounded-full!" />
      </div>
      <Waiting />
    </div>
  );
}

function Waiting() {
  return (
    <ul aria-label="Loading boards" aria-busy="true" className={shelfClass}>
      {[1, 2, 3].map((place) => (
        <li key={place}>
          <Skeleton className="aspect-4/3 rounded-photo!" />
          <span className="mt-2 grid h-10 items-center">
            <Skeleton className="h-3 w-3/5" />
            <Skeleton className="h-3 w-1/3" />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The boards that a member shows; renders nothing if there are none. */
export function MemberBoards({ username, view }: { username: string; view?: "public" | undefined }) {
  const { data, error, isFetching, refetch } = useQuery(boardQueries.ofMember(username, view));
  if (error && !data) {
    const message = errorMessage(error, "Couldn't load the boards.");
    return <InlineError message={message} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  if (!data || data.items.length === 0) return null;
  return <Shelf boards={data.items} className="mt-8" />;
}
