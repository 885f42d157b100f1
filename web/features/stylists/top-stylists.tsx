import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import type { Author } from "#contract/page.ts";
import { wordsFor } from "#web/text/errors.ts";
import { PartFailure } from "#web/ui/part-failure.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Podium } from "./podium.tsx";
import { toSpots } from "./spots.ts";
import { stylistQueries } from "./stylists.queries.ts";

const EditablePodium = lazy(async () => ({ default: (await import("./editable-podium.tsx")).EditablePodium }));

interface TopStylistsProps {
  username: string;
  isEditable: boolean;
  /** Under each name where the Top 3 is somebody else's. */
  renderFollow?: (stylist: Author) => ReactNode;
}

/** A member's Top 3; their own one can be changed. */
export function TopStylists({ username, isEditable, renderFollow }: TopStylistsProps) {
  const { data, error, refetch, isFetching } = useQuery(stylistQueries.ofMember(username));
  const readOnly = data ? (
    <Podium spots={toSpots(data.items)} {...(renderFollow ? { renderFollow } : {})} />
  ) : (
    <Skeleton className="mx-auto h-56 max-w-xl rounded-photo!" />
  );
  const failure = !data && error && (
    <PartFailure
      words={wordsFor(error, "The stylists could not be loaded.")}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  );
  return (
    <section aria-labelledby="top-stylists">
      <h2 id="top-stylists" className="font-display mb-6 text-title">
        Top 3 Stylist
      </h2>
      {isEditable && data ? (
        <Suspense fallback={readOnly}>
          <EditablePodium username={username} spots={toSpots(data.items)} />
        </Suspense>
      ) : (
        failure || readOnly
      )}
    </section>
  );
}
