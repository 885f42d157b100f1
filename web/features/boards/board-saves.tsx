import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { useEffect } from "react";
import type { ClosetSave } from "#contract/reactions.ts";
import { boardQueries, useSortBoard } from "#web/data/boards.ts";
import { useIsSaveShown } from "#web/data/reactions.ts";
import { useRemovedIds } from "#web/lib/removed-ids.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ListEnd } from "#web/ui/list-end.tsx";
import { OutfitTile, tileGridClass, TileSkeletons } from "#web/ui/outfit-tile.tsx";
import { photoControlClass } from "#web/ui/photo-control-class.ts";
import { QueryError } from "#web/ui/query-error.tsx";
import { SortableList } from "#web/ui/sortable-list.tsx";

interface BoardSavesProps {
  boardId: string;
  isOwn: boolean;
  isSorting: boolean;
}

/** The loaded saves on a board: `shown` are those that are not deleted for as long as that can be undone. */
export function useBoardSaves(boardId: string, isOwn: boolean) {
  const query = useInfiniteQuery(boardQueries.saves(boardId));
  const removedIds = useRemovedIds();
  const isSaveShown = useIsSaveShown();
  const isShown = isOwn ? isSaveShown : ({ outfit }: ClosetSave) => !removedIds.has(outfit.id);
  const loaded = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const shown = loaded.filter(isShown);
  return { query, shown, removedCount: loaded.length - shown.length };
}

/** The saves on a board in order; the owner can move and remove them. */
export function BoardSaves({ boardId, isOwn, isSorting }: BoardSavesProps) {
  const { query, shown: saves } = useBoardSaves(boardId, isOwn);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const kept = useRestoredFocus();
  // A place is known only among all saves, and a move shifts what the next page begins with.
  useEffect(() => {
    if (isSorting && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isSorting, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  if (query.isError && !query.data) return <QueryError title="Couldn't load this board" query={query} />;
  if (!query.data) return <TileSkeletons label="Loading this board" count={4} />;
  // All that is loaded may be left out while there is more.
  if (saves.length === 0 && !hasNextPage) return <Empty isOwn={isOwn} />;
  return (
    <div {...kept} className="outline-none">
      {isSorting && !hasNextPage ? (
        <SortableSaves boardId={boardId} saves={saves} />
      ) : (
        <ul aria-label="Outfits on this board" className={tileGridClass}>
          {saves.map((save) => (
            <li key={save.id}>
              <OutfitTile outfit={save.outfit} isPale={save.isHidden} />
            </li>
          ))}
        </ul>
      )}
      <ListEnd query={query} />
    </div>
  );
}

function SortableSaves({ boardId, saves }: { boardId: string; saves: ClosetSave[] }) {
  const { move, take } = useSortBoard(boardId);
  return (
    <SortableList
      label="Outfits on this board"
      className={tileGridClass}
      items={saves}
      nameOf={({ outfit }) => outfit.title}
      onMove={(saveId, before) => move.mutate({ saveId, before })}
      renderItem={({ id, outfit, isHidden }) => (
        <OutfitTile outfit={outfit} isPale={isHidden}>
          <IconButton
            label={`Remove ${outfit.title} from this board`}
            onClick={() => take.mutate(id)}
            className="absolute! top-1 right-1"
          >
            <span className={photoControlClass}>
              <X aria-hidden="true" size={18} strokeWidth={1.5} />
            </span>
          </IconButton>
        </OutfitTile>
      )}
    />
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
