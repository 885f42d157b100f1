import type { EventMonth } from "#contract/events.ts";
import type { EventFilter } from "#web/data/event-cache.ts";
import { SearchCorrection } from "#web/ui/search-correction.tsx";

interface EventCorrectionsProps {
  filter: Pick<EventFilter, "search" | "near">;
  meant: Pick<EventMonth, "correction" | "placeCorrection"> | undefined;
}

/** What was taken for words and a place that found nothing. */
export function EventCorrections({ filter, meant }: EventCorrectionsProps) {
  return (
    <>
      <SearchCorrection typed={filter.search} meant={meant?.correction} />
      <SearchCorrection typed={filter.near && `near ${filter.near}`} meant={meant?.placeCorrection} />
    </>
  );
}
