import { useQuery } from "@tanstack/react-query";
import { type ReactNode } from "react";
import type { Author } from "#contract/page.ts";
import { toSlots } from "#web/data/stylist-slots.ts";
import { stylistQueries } from "#web/data/stylists.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { errorMessage } from "#web/text/errors.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Podium } from "./podium.tsx";
import { CodeBoundary } from "#web/ui/code-boundary.tsx";

const EditablePodium = lazyPart(() => import("./editable-podium.tsx"), "EditablePodium");

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
    <Podium slots={toSlots(data.items)} {...(renderFollow && !isEditable ? { renderFollow } : {})} />
  ) : (
    <Skeleton className="mx-auto h-56 max-w-xl rounded-photo!" />
  );
  const failure = !data && error && (
    <InlineError
      message={errorMessage(error, "Couldn't load the stylists.")}
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
        <CodeBoundary fallback={readOnly}>
          <EditablePodium username={username} slots={toSlots(data.items)} />
        </CodeBoundary>
      ) : (
        failure || readOnly
      )}
    </section>
  );
}
