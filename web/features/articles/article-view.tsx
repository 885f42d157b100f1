import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Article } from "#contract/articles.ts";
import { profilePath } from "#web/lib/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { chipClass } from "#web/ui/chip.tsx";
import { MemberName } from "#web/ui/member-name.tsx";
import { PageIcon } from "#web/ui/page-icons.tsx";
import { NoBreak } from "#web/ui/no-break.tsx";
import { ArticleBody, type ArticleBodyProps } from "./article-body.tsx";
import { acrossPhone, Dot } from "./article-card.tsx";
import { ArticleDate } from "./article-date.tsx";
import { ArticleFigure } from "./article-figure.tsx";

interface ArticleViewProps extends Pick<ArticleBodyProps, "ShopList" | "Outfit"> {
  article: Article;
  /** Next to the author: the follow button. */
  follow?: ReactNode;
  /** Like, save, share. */
  actions?: ReactNode;
}

/** An article from its title to its tags, as readers see it. */
export function ArticleView({ article, follow, actions, ShopList, Outfit }: ArticleViewProps) {
  const { title, summary, tags, cover, coverAlt, coverCaption } = article;
  const [kicker] = tags;
  return (
    <article aria-labelledby="article-title">
      <header className="page-width pt-8 text-center md:pt-14">
        {kicker !== undefined && <p className="small-caps text-danger">{kicker}</p>}
        <h1
          id="article-title"
          dir="auto"
          className="font-display mx-auto mt-4 max-w-[18ch] text-[clamp(2.5rem,1.6rem+4.4vw,5.25rem)] leading-[1.02]"
        >
          <NoBreak>{title}</NoBreak>
        </h1>
        <p dir="auto" className="mx-auto mt-6 max-w-2xl text-lead text-muted md:text-[1.3125rem] md:leading-8">
          {summary}
        </p>
        <Byline article={article} follow={follow} />
        {actions !== undefined && <div className="mt-6 flex justify-center">{actions}</div>}
      </header>
      {cover && (
        <div className="mx-auto mt-8 max-w-7xl md:mt-12 md:px-6">
          <div className="max-md:[&_figcaption]:mx-4 max-md:[&_span]:rounded-none">
            <ArticleFigure picture={cover} alt={coverAlt} caption={coverCaption} sizes={coverSizes} isUrgent />
          </div>
        </div>
      )}
      <ArticleBody {...article} ShopList={ShopList} Outfit={Outfit} />
      {tags.length > 0 && (
        <ul aria-label="Tags" className="page-width flex flex-wrap justify-center gap-2 pt-4">
          {tags.map((tag) => (
            <li key={tag}>
              <Link to="/articles" search={{ tag }} className={chipClass()}>
                {tag}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

const coverSizes = `${acrossPhone}, (width >= 1280px) 1232px, 100vw`;

function Byline({ article, follow }: { article: Article; follow: ReactNode }) {
  const { author, publishedAt, revisedAt, readingMinutes } = article;
  return (
    <div className="mt-8 flex flex-wrap items-center justify-center gap-x-5 gap-y-3 text-left">
      <Link to={profilePath(author.username)} className="group flex min-w-0 items-center gap-3">
        <Avatar username={author.username} avatarUrl={author.avatarUrl} size={44} />
        <span className="min-w-0">
          <span className="flex items-center gap-1 font-semibold underline-offset-4 group-hover:underline">
            <MemberName member={author} className="truncate" />
            {author.isVerified && (
              <>
                <PageIcon name="verified" size={16} strokeWidth={2} className="shrink-0 text-accent" />
                <span className="sr-only">Verified</span>
              </>
            )}
          </span>
          <span className="block text-fine text-muted">
            <ArticleDate at={publishedAt} />
            <Dot />
            <span className="whitespace-nowrap">{readingMinutes} min read</span>
            {revisedAt !== null && (
              <>
                <Dot />
                updated <ArticleDate at={revisedAt} />
              </>
            )}
          </span>
        </span>
      </Link>
      {follow}
    </div>
  );
}
