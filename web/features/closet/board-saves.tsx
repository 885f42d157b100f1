import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { ArrowLeft, ArrowRight, Grip, X } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { ClosetSave } from "#contract/reactions.ts";
import { useWhenNear } from "#web/lib/use-when-near.ts";
import { wordsFor } from "#web/text/errors.ts";
import { announce } from "#web/ui/announce.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { OutfitTile, tileGridClass } from "#web/ui/outfit-tile.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { boardQueries, useArrangeBoard } from "./boards.queries.ts";

/** What stands on a board, in its order; its owner moves and removes. */
export function BoardSaves({ boardId, isOwn }: { boardId: string; isOwn: boolean }) {
  const query = useInfiniteQuery(boardQueries.saves(boardId));
  const [isArranging, setArranging] = useState(false);
  const loadMore = useWhenNear<HTMLDivElement>(() => {
    if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
  });
  if (query.isError && !query.data) {
    return (
      <ErrorState title="This board did not open" onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
        {wordsFor(query.error)}
      </ErrorState>
    );
  }
  if (!query.data) return <Waiting />;
  const saves = query.data.pages.flatMap(({ items }) => items);
  if (saves.length === 0) return <Empty isOwn={isOwn} />;
  return (
    <>
      {isOwn && (
        <Button
          look={isArranging ? "ink" : "outline"}
          size="small"
          aria-pressed={isArranging}
          className="mb-5"
          onClick={() => setArranging(!isArranging)}
        >
          {isArranging ? "Done" : "Arrange"}
        </Button>
      )}
      {isArranging ? (
        <ArrangedSaves boardId={boardId} saves={saves} />
      ) : (
        <ul aria-label="Outfits on this board" className={tileGridClass}>
          {saves.map((save) => (
            <li key={save.id}>
              <OutfitTile outfit={save.outfit} isPale={save.isHidden} />
            </li>
          ))}
        </ul>
      )}
      <div ref={loadMore} className="grid h-24 place-items-center">
        {query.isFetchingNextPage && <Spinner label="Loading more" />}
      </div>
    </>
  );
}

/** Dragged by pointer, or moved one place at a time by its arrows. */
function ArrangedSaves({ boardId, saves }: { boardId: string; saves: ClosetSave[] }) {
  const { move, take } = useArrangeBoard(boardId);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: limits.reorderDragPixels } }),
  );
  /** Puts the save at `from` where the one at `to` stands now. */
  const moveTo = (from: number, to: number) => {
    const save = saves[from];
    const before = saves[to > from ? to + 1 : to]?.id ?? null;
    if (!save || to < 0 || to >= saves.length || to === from) return;
    move.mutate({ saveId: save.id, before });
    announce(`${save.outfit.title} is now at place ${to + 1} of ${saves.length}`);
  };
  const indexOf = (id: unknown) => saves.findIndex((save) => save.id === id);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over) moveTo(indexOf(active.id), indexOf(over.id));
  };
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
      <ul aria-label="Outfits on this board" className={tileGridClass}>
        {saves.map((save, index) => (
          <ArrangedSave
            key={save.id}
            save={save}
            isFirst={index === 0}
            isLast={index === saves.length - 1}
            onMove={(by) => moveTo(index, index + by)}
            onTake={() => take.mutate(save.id)}
          />
        ))}
      </ul>
    </DndContext>
  );
}

interface ArrangedSaveProps {
  save: ClosetSave;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: 1 | -1) => void;
  onTake: () => void;
}

function ArrangedSave({ save, isFirst, isLast, onMove, onTake }: ArrangedSaveProps) {
  const { title } = save.outfit;
  const { setNodeRef: setPlace, isOver } = useDroppable({ id: save.id });
  const { setNodeRef: setTile, listeners, transform, isDragging } = useDraggable({ id: save.id });
  const shift = transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined;
  return (
    <li
      ref={setPlace}
      className={clsx("rounded-photo", isOver && !isDragging && "ring-2 ring-ink ring-offset-4 ring-offset-paper")}
    >
      <div ref={setTile} className={clsx("relative", isDragging && "z-10 opacity-80")} style={{ transform: shift }}>
        <OutfitTile outfit={save.outfit} isPale={save.isHidden}>
          <button
            type="button"
            {...listeners}
            tabIndex={-1}
            aria-hidden="true"
            className="absolute top-1 left-1 grid size-11 cursor-grab touch-none place-items-center active:cursor-grabbing"
          >
            <span className="grid size-9 place-items-center rounded-full bg-paper/90">
              <Grip size={17} strokeWidth={1.5} />
            </span>
          </button>
          <IconButton label={`Remove ${title} from this board`} onClick={onTake} className="absolute! top-1 right-1">
            <span className="grid size-9 place-items-center rounded-full bg-paper/90">
              <X aria-hidden="true" size={17} strokeWidth={1.5} />
            </span>
          </IconButton>
        </OutfitTile>
        <div className="-mx-3 flex justify-between">
          <IconButton label={`Move ${title} forward`} disabled={isFirst} onClick={() => onMove(-1)}>
            <ArrowLeft aria-hidden="true" size={18} strokeWidth={1.5} />
          </IconButton>
          <IconButton label={`Move ${title} back`} disabled={isLast} onClick={() => onMove(1)}>
            <ArrowRight aria-hidden="true" size={18} strokeWidth={1.5} />
          </IconButton>
        </div>
      </div>
    </li>
  );
}

function Empty({ isOwn }: { isOwn: boolean }) {
  if (!isOwn) return <EmptyState title="Nothing here yet" />;
  return (
    <EmptyState
      title="Nothing here yet"
      action={
        <Link to="/closet" className={buttonClass("ink")}>
          Open My Closet
        </Link>
      }
    >
      In your closet, each outfit has a button that puts it on a board.
    </EmptyState>
  );
}

function Waiting() {
  return (
    <div aria-busy="true" className={tileGridClass}>
      {[1, 2, 3, 4].map((tile) => (
        <Skeleton key={tile} className="aspect-3/4 rounded-photo" />
      ))}
    </div>
  );
}
