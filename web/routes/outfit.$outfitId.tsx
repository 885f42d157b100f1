import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect } from "react";
import type { OutfitCard } from "#contract/outfits.ts";
import { useSession } from "#web/api/session.ts";
import { findCard } from "#web/data/outfit-cache.ts";
import { useCountView } from "#web/data/outfit-views.ts";
import { outfitQueries } from "#web/data/outfits.ts";
import { isNotFound } from "#web/features/outfits/is-not-found.ts";
import { OutfitPageFrame, OutfitPageSkeleton } from "#web/features/outfits/outfit-page-frame.tsx";
import { OutfitPhoto } from "#web/features/outfits/outfit-photo.tsx";
import { OutfitStory, OutfitStorySkeleton } from "#web/features/outfits/outfit-story.tsx";
import { MoreOutfits, OutfitComments, preloadBelow } from "#web/screens/outfit/below-outfit.lazy.ts";
import { OutfitActions, OutfitBarActions, OutfitHead } from "#web/screens/outfit/outfit-actions.tsx";
import { Page } from "#web/shell/page.tsx";

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
  // A card from a cached list is enough to render at once.
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
    <Page title={isNotFound(failure) ? "Outfit not found" : name} width="bleed" hasNav={false}>
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
          barActions={<OutfitBarActions card={card} />}
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
