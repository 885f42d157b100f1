import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { Suspense, useEffect } from "react";
import { fullNameOf } from "#contract/member-names.ts";
import { isMissing } from "#web/api/api-error.ts";
import { useSession } from "#web/api/session.ts";
import { findCard } from "#web/data/outfit-cache.ts";
import { useCountView } from "#web/data/outfit-views.ts";
import { outfitQueries } from "#web/data/outfits.ts";
import { OutfitPageSkeleton } from "#web/features/outfits/outfit-page-frame.tsx";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { readComment } from "#web/lib/search-params.ts";
import { preloadBelow } from "#web/screens/outfit/below-outfit.lazy.ts";
import { OutfitDetail } from "#web/screens/outfit/outfit-detail.tsx";
import { Page } from "#web/shell/page.tsx";

const OutfitFailure = lazyPart(() => import("#web/features/outfits/outfit-failure.tsx"), "OutfitFailure");

export const Route = createFileRoute("/outfit/$outfitId")({
  validateSearch: readComment,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(outfitQueries.detail(params.outfitId));
    return preloadBelow(context.queryClient, params.outfitId);
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

  // What is gone since is not shown from the cache.
  const failure = (detail.data === undefined || isMissing(detail.error)) && detail.error;
  const name = card ? `${card.title} by ${fullNameOf(card.author)}` : "Outfit";
  return (
    <Page title={isMissing(failure) ? "Outfit not found" : name} width="bleed" hasNav={false}>
      {failure && (
        <Suspense>
          <OutfitFailure error={failure} onRetry={() => void detail.refetch()} isRetrying={detail.isFetching} />
        </Suspense>
      )}
      {!failure && card && <OutfitDetail card={card} outfit={detail.data} />}
      {!failure && !card && <OutfitPageSkeleton />}
    </Page>
  );
}
