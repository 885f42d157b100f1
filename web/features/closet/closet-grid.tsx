import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { BookmarkX, Eye, EyeOff, FolderPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { ClosetSave } from "#contract/reactions.ts";
import { closetQueries, useSetSaveHidden } from "#web/data/closet.ts";
import { useIsSaveShown, useSave } from "#web/data/reactions.ts";
import { countOf } from "#web/lib/format-count.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ListEnd } from "#web/ui/list-end.tsx";
import { NoMatch } from "./no-match.tsx";
import { OutfitTile, tileGridClass, TileSkeletons } from "#web/ui/outfit-tile.tsx";
import { QueryError } from "#web/ui/query-error.tsx";

interface ClosetGridProps {
  style: { id: string; name: string } | null;
  /** Undefined if there is none. */
  search: string | undefined;
  /** The latest saved first, or the most liked. */
  order: "latest" | "likes";
  /** The dialog that puts a save on boards, null while it is closed. */
  addToBoard: (save: ClosetSave | null, onClose: () => void) => ReactNode;
}

/** All saves, of one style or every one. */
export function ClosetGrid({ style, search, order, addToBoard }: ClosetGridProps) {
  const list = order === "likes" ? closetQueries.top(style?.id, search) : closetQueries.own(style?.id, search);
  const query = useInfiniteQuery(list);
  const isShown = useIsSaveShown();
  const kept = useRestoredFocus<HTMLUListElement>();
  const [sorted, setSorted] = useState<ClosetSave | null>(null);
  if (query.isError && !query.data) return <QueryError title="Couldn't load your closet" query={query} />;
  if (!query.data) return <TileSkeletons label="Loading saved outfits" count={8} />;
  const saves = query.data.pages.flatMap(({ items }) => items).filter(isShown);
  if (saves.length === 0 && !query.hasNextPage) return <Empty search={search} styleName={style?.name} />;
  return (
    <>
      <ul {...kept} aria-label="Saved outfits" className={clsx(tileGridClass, "outline-none")}>
        {saves.map((save) => (
          <li key={save.id}>
            <SavedTile save={save} onSort={() => setSorted(save)} />
          </li>
        ))}
      </ul>
      <ListEnd query={query} />
      {addToBoard(sorted, () => setSorted(null))}
    </>
  );
}

function SavedTile({ save, onSort }: { save: ClosetSave; onSort: () => void }) {
  const change = useSetSaveHidden();
  const setSaved = useSave();
  const Icon = save.isHidden ? EyeOff : Eye;
  return (
    <OutfitTile outfit={save.outfit} isPale={save.isHidden}>
      {save.isHidden && (
        <span className="small-caps absolute top-3 left-3 rounded-full bg-ink px-2.5 py-0.5 text-paper">Hidden</span>
      )}
      <span className="flex min-h-11 flex-wrap items-center justify-between gap-x-1">
        <span className="truncate text-fine text-muted">{countOf(save.outfit.likesCount, "like")}</span>
        <span className="-mr-2 flex flex-wrap">
          <TileButton
            label={`Hide ${save.outfit.title} from others`}
            isPressed={save.isHidden}
            onClick={() => change.mutate({ id: save.id, isHidden: !save.isHidden })}
          >
            <Icon aria-hidden="true" size={18} strokeWidth={1.5} />
          </TileButton>
          <TileButton label={`Add ${save.outfit.title} to a board`} onClick={onSort}>
            <FolderPlus aria-hidden="true" size={18} strokeWidth={1.5} />
          </TileButton>
          <TileButton
            label={`Remove ${save.outfit.title} from your closet`}
            onClick={() => setSaved(save.outfit, false)}
          >
            <BookmarkX aria-hidden="true" size={18} strokeWidth={1.5} />
          </TileButton>
        </span>
      </span>
    </OutfitTile>
  );
}

interface TileButtonProps {
  label: string;
  isPressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function TileButton({ label, isPressed, onClick, children }: TileButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      aria-label={label}
      onClick={onClick}
      className="grid h-11 w-9 place-items-center rounded-full text-muted hover:text-ink aria-pressed:text-ink lg:w-11"
    >
      {children}
    </button>
  );
}

function Empty({ search, styleName }: { search: string | undefined; styleName: string | undefined }) {
  if (search) return <NoMatch search={search} style={styleName} />;
  return (
    <EmptyState
      title="No saved outfits yet"
      action={
        <Link to="/explore" className={buttonClass("ink")}>
          Explore Outfits
        </Link>
      }
    >
      {styleName === undefined
        ? "Tap the bookmark on an outfit you love to save it here."
        : `Nothing in ${styleName} so far.`}
    </EmptyState>
  );
}
