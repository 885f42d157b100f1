import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect } from "react";
import type { OutfitCard } from "#contract/outfits.ts";
import { useSession } from "#web/api/session.ts";
import { isGone } from "#web/features/outfits/is-gone.ts";
import { OutfitPageFrame, OutfitPageSkeleton } from "#web/features/outfits/outfit-page-frame.tsx";
import { OutfitPhoto } from "#web/features/outfits/outfit-photo.tsx";
import { OutfitStory, OutfitStorySkeleton } from "#web/features/outfits/outfit-story.tsx";
import { outfitQueries, useCountView } from "#web/features/outfits/outfits.queries.ts";
import { findCard } from "#web/features/reactions/patch-outfit.ts";
import { Page } from "#web/shell/page.tsx";
import { OutfitActions, OutfitHead } from "./-outfit-meet.tsx";
import { MoreOutfits, OutfitComments, preloadBelow } from "./-outfit-on-demand.ts";

const OutfitFailure = lazyRouteComponent(() => import("#web/features/outfits/outfit-failure.tsx"), "OutfitFailure");

export const Route = createFileRoute("/outfit/$outfitId")({
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(outfitQueries.detail(params.outfitId));
    preloadBelow(context.queryClient, params.outfitId);
  },
  component: OutfitPage,
});

function OutfitPage() {
  const { outfitId } = Route.useParams();
  const client = useQueryClient();
  const detail = useQuery(outfitQueries.detail(outfitId));
  // A list that was on screen before knows enough to stand at once.
  const card = detail.data ?? findCard(client, outfitId);
  const isMember = useSession().status === "signed-in";
  const { mutate: countView } = useCountView();
  const isFound = detail.data !== undefined;
  useEffect(() => {
    if (isFound && isMember) countView(outfitId);
  }, [isFound, isMember, countView, outfitId]);

  const failure = detail.data === undefined && detail.error;
  const name = card ? `${card.title} by @${card.author.username}` : "Outfit";
  return (
    <Page title={isGone(failure) ? "Outfit not found" : name} width="bleed" hasNav={false}>
      {failure && (
        <Suspense>
          <OutfitFailure error={failure} onRetry={() => void detail.refetch()} isRetrying={detail.isFetching} />
        </Suspense>
      )}
      {!failure && card && (
        <OutfitWhole card={card} story={detail.data ? <OutfitStory outfit={detail.data} /> : <OutfitStorySkeleton />} />
      )}
      {!failure && !card && <OutfitPageSkeleton />}
    </Page>
  );
}

function OutfitWhole({ card, story }: { card: OutfitCard; story: ReactNode }) {
  const { width, height } = card.picture;
  return (
    <>
      <article aria-label={card.title}>
        <OutfitPageFrame
          ratio={width / height}
          photo={<OutfitPhoto outfit={card} />}
          actions={<OutfitActions card={card} />}
        >
          <OutfitHead card={card} />
          {story}
          <Suspense fallback={<div className="mt-12 min-h-64" />}>
            <OutfitComments card={card} />
          </Suspense>
        </OutfitPageFrame>
      </article>
      <Suspense>
        <MoreOutfits outfit={card} />
      </Suspense>
    </>
  );
}
