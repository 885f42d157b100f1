import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { Pencil } from "lucide-react";
import { useEffect } from "react";
import type { OutfitCard } from "#contract/outfits.ts";
import { ApiError } from "#web/api/api-error.ts";
import { useMe } from "#web/api/me.ts";
import { useSession } from "#web/api/session.ts";
import { CommentForm } from "#web/features/comments/comment-form.tsx";
import { CommentList } from "#web/features/comments/comment-list.tsx";
import { commentQueries } from "#web/features/comments/comments.queries.ts";
import { MoreOutfits } from "#web/features/outfits/more-outfits.tsx";
import { OutfitHeading } from "#web/features/outfits/outfit-heading.tsx";
import { onPhotoClass, OutfitPageFrame, OutfitPageSkeleton } from "#web/features/outfits/outfit-page-frame.tsx";
import { OutfitPhoto } from "#web/features/outfits/outfit-photo.tsx";
import { OutfitStory, OutfitStorySkeleton } from "#web/features/outfits/outfit-story.tsx";
import { outfitQueries, useCountView } from "#web/features/outfits/outfits.queries.ts";
import { findCard } from "#web/features/reactions/patch-outfit.ts";
import { formatCount } from "#web/lib/format-count.ts";
import { Page } from "#web/shell/page.tsx";
import { wordsFor } from "#web/text/errors.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { iconButtonClass } from "#web/ui/icon-button.tsx";

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
  const card = detail.data ?? findCard(client, outfitId);
  const session = useSession();
  const { mutate: countView } = useCountView();
  const isFound = detail.data !== undefined;
  useEffect(() => {
    if (isFound && session.status === "signed-in") countView(outfitId);
  }, [isFound, session.status, countView, outfitId]);

  if (detail.error && detail.data === undefined) {
    return <OutfitFailure error={detail.error} onRetry={() => void detail.refetch()} isRetrying={detail.isFetching} />;
  }
  if (card === undefined) {
    return (
      <Page title="Outfit" width="bleed" hasNav={false}>
        <OutfitPageSkeleton />
      </Page>
    );
  }
  const isOwner = session.status === "signed-in" && session.userId === card.author.id;
  return (
    <Page title={card.title} width="bleed" hasNav={false}>
      <article aria-label={card.title}>
        <OutfitPageFrame
          ratio={card.picture.width / card.picture.height}
          photo={<OutfitPhoto outfit={card} />}
          actions={isOwner && <EditLink outfitId={outfitId} />}
        >
          <OutfitHeading outfit={card} />
          {detail.data ? <OutfitStory outfit={detail.data} /> : <OutfitStorySkeleton />}
          <Comments outfit={card} />
        </OutfitPageFrame>
      </article>
      <MoreOutfits outfit={card} />
    </Page>
  );
}

function Comments({ outfit }: { outfit: OutfitCard }) {
  const session = useSession();
  const isAdmin = useMe()?.role === "admin";
  const userId = session.status === "signed-in" ? session.userId : undefined;
  return (
    <section aria-labelledby="comments" className="mt-12">
      <h2 id="comments" className="font-display mb-4 flex items-baseline gap-3 text-title">
        Comments
        <span className="font-text text-fine tracking-normal text-muted">{formatCount(outfit.commentsCount)}</span>
      </h2>
      <CommentForm outfitId={outfit.id} />
      <div className="mt-3">
        <CommentList outfitId={outfit.id} mayDelete={(comment) => isAdmin || comment.author.id === userId} />
      </div>
    </section>
  );
}

function EditLink({ outfitId }: { outfitId: string }) {
  return (
    <Link
      to="/edit-outfit/$outfitId"
      params={{ outfitId }}
      aria-label="Edit outfit"
      className={`${iconButtonClass} ${onPhotoClass}`}
    >
      <Pencil aria-hidden="true" size={18} strokeWidth={1.75} />
    </Link>
  );
}

interface OutfitFailureProps {
  error: Error;
  onRetry: () => void;
  isRetrying: boolean;
}

function OutfitFailure({ error, onRetry, isRetrying }: OutfitFailureProps) {
  const isGone = error instanceof ApiError && (error.code === "outfit.not_found" || error.code === "request.invalid");
  return (
    <Page title="Outfit not found" hasNav={false}>
      <div className="grid min-h-[90dvh] place-items-center">
        {isGone ? (
          <EmptyState
            title="This outfit is no longer here"
            action={
              <Link to="/explore" className={buttonClass()}>
                Explore Outfits
              </Link>
            }
          >
            It was taken down, or only some may see it.
          </EmptyState>
        ) : (
          <ErrorState title="Failed to load outfit" onRetry={onRetry} isRetrying={isRetrying}>
            {wordsFor(error, "Please try again in a moment.")}
          </ErrorState>
        )}
      </div>
    </Page>
  );
}
