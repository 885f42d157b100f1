import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import { nameOf } from "#contract/member-names.ts";
import type { OutfitCard } from "#contract/outfits.ts";
import { outfitQueries } from "#web/data/outfits.ts";
import { countOf } from "#web/lib/format-count.ts";
import { useRemovedIds } from "#web/lib/removed-ids.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { errorMessage } from "#web/text/errors.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { RetryButton } from "#web/ui/retry-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** Finds the outfit to show: the newest, or by a search as in Explore. */
export function OutfitDialog({ onPick, onClose }: { onPick: (card: OutfitCard) => void; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim(), limits.searchDebounceMs);
  const feed = useInfiniteQuery(outfitQueries.feed(search === "" ? {} : { search }));
  const removedIds = useRemovedIds();
  const outfits = feed.data?.pages.flatMap((page) => page.items).filter(({ id }) => !removedIds.has(id)) ?? [];
  return (
    <Dialog isOpen onClose={onClose} title="Add an outfit">
      <Input
        type="search"
        data-first-focus
        aria-label="Search outfits"
        placeholder="Search outfits, people, tags"
        value={typed}
        maxLength={limits.searchCharsMax}
        onChange={({ target }) => setTyped(target.value)}
      />
      <output className="sr-only">{feed.isSuccess && `${countOf(outfits.length, "outfit")} found`}</output>
      <div className="mt-5 min-h-72">
        {feed.isPending && <Waiting />}
        {feed.isError && !feed.data && (
          <p role="alert" className="text-muted">
            {errorMessage(feed.error, "Failed to load outfits")}{" "}
            <RetryButton look="outline" size="small" onClick={() => void feed.refetch()} />
          </p>
        )}
        {feed.isSuccess && outfits.length === 0 && <p className="text-muted">No outfits found</p>}
        <ul aria-label="Outfits" className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {outfits.map((outfit) => (
            <li key={outfit.id}>
              <button
                type="button"
                aria-label={`Add ${outfit.title} by ${nameOf(outfit.author)}`}
                onClick={() => onPick(outfit)}
                className="group block w-full text-left"
              >
                <span className="block overflow-hidden rounded-photo">
                  <Picture
                    picture={outfit.picture}
                    alt=""
                    sizes="180px"
                    className="aspect-3/4! object-cover object-top"
                  />
                </span>
                <span className="mt-1.5 line-clamp-2 text-fine font-medium group-hover:underline">{outfit.title}</span>
              </button>
            </li>
          ))}
        </ul>
        <MoreButton query={feed} className="mx-auto mt-4" />
      </div>
    </Dialog>
  );
}

function Waiting() {
  return (
    <div aria-hidden="true" className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      {[0, 1, 2].map((tile) => (
        <Skeleton key={tile} className="aspect-3/4 rounded-photo!" />
      ))}
    </div>
  );
}
