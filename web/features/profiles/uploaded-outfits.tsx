import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { OutfitCard } from "#contract/outfits.ts";
import { useDeleteOutfit } from "#web/data/outfit-editing.ts";
import { profileQueries } from "#web/data/profiles.ts";
import { countOf } from "#web/lib/format-count.ts";
import { useRemovedIds } from "#web/lib/removed-ids.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { OutfitTile, tileGridClass, TileSkeletons } from "#web/ui/outfit-tile.tsx";
import { QueryError } from "#web/ui/query-error.tsx";

interface UploadedOutfitsProps {
  username: string;
  /** `public`: the owner's preview. */
  view: "public" | undefined;
  isOwner: boolean;
  /** Without the owner's hidden ones. */
  postsCount: number;
}

/** A member's posts; the owner can delete them. */
export function UploadedOutfits({ username, view, isOwner, postsCount }: UploadedOutfitsProps) {
  const query = useInfiniteQuery(profileQueries.outfits(username, view));
  const [toDelete, setToDelete] = useState<OutfitCard | null>(null);
  const deleteOutfit = useDeleteOutfit(username);
  const removedIds = useRemovedIds();
  const kept = useRestoredFocus<HTMLElement>();
  const remove = () => {
    if (toDelete) deleteOutfit(toDelete);
    setToDelete(null);
  };
  const outfits = query.data?.pages.flatMap(({ items }) => items).filter(({ id }) => !removedIds.has(id));
  const coming = Math.min(postsCount, limits.profileOutfitItems);
  return (
    <section {...kept} aria-labelledby="uploads" className="outline-none">
      <h2 id="uploads" tabIndex={-1} className="scroll-mt-20 outline-none font-display mb-4 text-title md:mb-6">
        Uploaded Outfit
      </h2>
      {query.isError && !outfits && (
        <QueryError title="Failed to load outfits" query={query} fallback="Please try again in a moment." />
      )}
      {/* As many as are coming, so that nothing below moves. */}
      {query.isPending && coming > 0 && <TileSkeletons label="Loading outfits" count={coming} hasActions={isOwner} />}
      {outfits?.length === 0 && !query.hasNextPage && <NoUploads isOwner={isOwner} />}
      {outfits && outfits.length > 0 && (
        <ul aria-label="Uploaded outfits" className={tileGridClass}>
          {outfits.map((outfit) => (
            <li key={outfit.id}>
              <OutfitTile outfit={outfit} isPale={!outfit.isActive}>
                {!outfit.isActive && (
                  <span className="small-caps absolute top-3 left-3 rounded-full bg-ink px-2.5 py-0.5 text-paper">
                    Hidden
                  </span>
                )}
                {isOwner && (
                  <span className="flex min-h-11 items-center justify-between gap-1">
                    <span className="truncate text-fine text-muted">{countOf(outfit.likesCount, "like")}</span>
                    <DeleteButton title={outfit.title} onPress={() => setToDelete(outfit)} />
                  </span>
                )}
              </OutfitTile>
            </li>
          ))}
        </ul>
      )}
      <MoreButton query={query} className="mx-auto mt-8" />
      <ConfirmDialog
        isOpen={toDelete !== null}
        onClose={() => setToDelete(null)}
        onConfirm={remove}
        title="Delete this outfit?"
        confirmLabel="Delete"
      >
        Deleting “{toDelete?.title}” also deletes its likes and comments and takes back its points.
      </ConfirmDialog>
    </section>
  );
}

function DeleteButton({ title, onPress }: { title: string; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={`Delete ${title}`}
      onClick={onPress}
      className="-mr-2 grid size-11 place-items-center rounded-full text-muted hover:text-danger"
    >
      <Trash2 aria-hidden="true" size={18} strokeWidth={1.5} />
    </button>
  );
}

function NoUploads({ isOwner }: { isOwner: boolean }) {
  if (!isOwner) return <EmptyState title="No uploads yet" />;
  return (
    <EmptyState
      title="No uploads yet"
      action={
        <Link to="/add-outfit" className={buttonClass("ink")}>
          Upload First Outfit
        </Link>
      }
    >
      Each post earns {limits.postOutfitPoints} points.
    </EmptyState>
  );
}
