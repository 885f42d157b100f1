import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Shirt } from "lucide-react";
import type { Event } from "#contract/events.ts";
import { eventQueries } from "#web/data/events.ts";
import { useRemovedIds } from "#web/lib/removed-ids.ts";
import { errorMessage } from "#web/text/errors.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { OutfitTile, tileGridClass, TileSkeletons } from "#web/ui/outfit-tile.tsx";

/** Outfits that people posted for this event. */
export function WhatToWear({ event }: { event: Event }) {
  const list = useInfiniteQuery(eventQueries.outfits(event.id));
  const removedIds = useRemovedIds();
  const outfits = list.data?.pages.flatMap((page) => page.items).filter(({ id }) => !removedIds.has(id)) ?? [];
  return (
    <section aria-labelledby="wear" className="mt-14">
      <div className="flex flex-wrap items-end justify-between gap-3 pb-5">
        <h2 id="wear" className="font-display text-title">
          What to wear
        </h2>
        {event.isOpen && (
          <Link to="/add-outfit" search={{ event: event.id }} className={buttonClass("outline", "small")}>
            <Shirt aria-hidden="true" size={16} strokeWidth={1.75} />
            Post your outfit
          </Link>
        )}
      </div>
      {list.isPending && <TileSkeletons label="Loading outfits..." count={4} />}
      {list.isSuccess && outfits.length === 0 && (
        <p className="text-muted">No outfits for this event yet. Be the first.</p>
      )}
      {list.isError && list.data === undefined && (
        <InlineError
          message={errorMessage(list.error, "Couldn't load the outfits.")}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      {outfits.length > 0 && (
        <ul aria-label="Outfits for this event" className={tileGridClass}>
          {outfits.map((outfit) => (
            <li key={outfit.id}>
              <OutfitTile outfit={outfit} />
            </li>
          ))}
        </ul>
      )}
      <MoreButton query={list} className="mt-6" />
    </section>
  );
}
