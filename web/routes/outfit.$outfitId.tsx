import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import type { OutfitCard } from "#contract/outfits.ts";
import { useSession } from "#web/api/session.ts";
import { commentQueries } from "#web/features/comments/comments.queries.ts";
import { CommentsSection } from "#web/features/comments/comments-section.tsx";
import { MoreOutfits } from "#web/features/outfits/more-outfits.tsx";
import { OutfitFailure } from "#web/features/outfits/outfit-failure.tsx";
import { OutfitPageFrame, OutfitPageSkeleton } from "#web/features/outfits/outfit-page-frame.tsx";
import { OutfitPhoto } from "#web/features/outfits/outfit-photo.tsx";
import { OutfitStory, OutfitStorySkeleton } from "#web/features/outfits/outfit-story.tsx";
import { outfitQueries, useCountView } from "#web/features/outfits/outfits.queries.ts";
import { findCard } from "#web/features/reactions/patch-outfit.ts";
import { SafetyMenu } from "#web/features/safety/safety-menu.tsx";
import { Page } from "#web/shell/page.tsx";
import { OutfitActions, OutfitHead } from "./-outfit-meet.tsx";

export const Route = createFileRoute("/outfit/$outfitId")({
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(outfitQueries.detail(params.outfitId));
    void context.queryClient.prefetchInfiniteQuery(commentQueries.list(params.outfitId));
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
  return (
    <Page title={failure ? "Outfit not found" : (card?.title ?? "Outfit")} width="bleed" hasNav={false}>
      {failure && (
        <OutfitFailure error={failure} onRetry={() => void detail.refetch()} isRetrying={detail.isFetching} />
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
          <CommentsSection
            outfit={card}
            menuOf={({ id, author }) => <SafetyMenu member={author} report={{ type: "comment", id }} />}
          />
        </OutfitPageFrame>
      </article>
      <MoreOutfits outfit={card} />
    </>
  );
}
