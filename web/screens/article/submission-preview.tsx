import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { readingMinutes } from "#contract/article-text.ts";
import type { Article, ArticleDraft } from "#contract/articles.ts";
import type { Submission } from "#web/data/admin-submissions.ts";
import { draftQueries } from "#web/data/article-editing.ts";
import { eventQueries } from "#web/data/events.ts";
import { ArticleFailure } from "#web/features/articles/article-failure.tsx";
import { ArticleSkeleton } from "#web/features/articles/article-skeletons.tsx";
import { ArticleView } from "#web/features/articles/article-view.tsx";
import { EventProposalView } from "#web/features/events/event-proposal-view.tsx";
import { EventArticle, EventArticleSkeleton } from "#web/features/events/event-article.tsx";
import { ShopList } from "#web/features/outfits/shop-list.tsx";
import { profilePath } from "#web/lib/paths.ts";
import { MemberName } from "#web/ui/member-name.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { ArticleOutfit } from "./article-outfit.tsx";

/** An article or event as readers will see it. */
export function SubmissionPreview({ submission: { kind, id } }: { submission: Submission }) {
  return kind === "article" ? <ArticlePreview articleId={id} /> : <EventPreview eventId={id} />;
}

function ArticlePreview({ articleId }: { articleId: string }) {
  const { data, error, isFetching, refetch } = useQuery(draftQueries.draft(articleId));
  if (error && !data) {
    return <ArticleFailure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  if (!data) return <ArticleSkeleton />;
  return <ArticleView article={toArticle(data)} ShopList={ShopList} Outfit={ArticleOutfit} />;
}

/** The working copy in the shape that readers get. */
function toArticle({ content, images, outfits, author, publishedAt, savedAt, id }: ArticleDraft): Article {
  const { title, summary, tags, cover, body } = content;
  return {
    id,
    title: title || "Untitled",
    summary,
    tags,
    cover: images.find(({ imageId }) => imageId === cover?.imageId)?.picture ?? null,
    coverAlt: cover?.alt ?? "",
    coverCaption: cover?.caption ?? "",
    author,
    body,
    images,
    outfits,
    readingMinutes: readingMinutes(body),
    publishedAt: publishedAt ?? savedAt,
    revisedAt: null,
    isEditorial: false,
    likesCount: 0,
    liked: false,
    saved: false,
  };
}

function EventPreview({ eventId }: { eventId: string }) {
  const query = useQuery(eventQueries.detail(eventId));
  const { data } = query;
  if (query.error && !data) return <QueryError title="Failed to load event" query={query} />;
  return (
    <div className="px-4 md:px-8">
      {data?.proposal && (
        <div className="pt-6">
          <EventProposalView proposal={data.proposal} />
        </div>
      )}
      {data ? (
        <EventArticle
          event={data}
          actions={null}
          organiser={
            <p>
              {"Organised by "}
              <Link to={profilePath(data.organiser.username)} className="font-semibold hover:underline">
                <MemberName member={data.organiser} />
              </Link>
            </p>
          }
        >
          {null}
        </EventArticle>
      ) : (
        <EventArticleSkeleton />
      )}
    </div>
  );
}
