import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import type { ArticleCard as Card } from "#contract/articles.ts";
import { MemberName } from "#web/ui/member-name.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { ArticleDate } from "./article-date.tsx";

interface ArticleCardProps {
  article: Card;
  /** The first of the page: large, with its picture at the side, fetched before all others. */
  isLead?: boolean;
  /** In which its title is a heading. */
  level?: 2 | 3;
  isUrgent?: boolean;
}

/** A cover with its title under it; all of it leads to the article. */
export function ArticleCard({ article, isLead = false, level = 2, isUrgent = isLead }: ArticleCardProps) {
  return (
    <article
      className={clsx("group/article relative", isLead && "md:grid md:grid-cols-12 md:items-center md:gap-8 lg:gap-12")}
    >
      <div className={clsx("overflow-hidden rounded-photo", isLead && "md:col-span-7")}>
        <Cover cover={article.cover} isLead={isLead} isUrgent={isUrgent} />
      </div>
      <div className={clsx("mt-4", isLead && "md:col-span-5 md:mt-0")}>
        <Words article={article} isLead={isLead} level={level} />
      </div>
    </article>
  );
}

interface CoverProps {
  cover: Card["cover"];
  isLead: boolean;
  isUrgent: boolean;
}

function Cover({ cover, isLead, isUrgent }: CoverProps) {
  if (!cover) return <span className="block aspect-4/3 bg-ink/8" />;
  return (
    <Picture
      picture={cover}
      // Decorative: the title describes the article.
      alt=""
      sizes={isLead ? leadSizes : cardSizes}
      isUrgent={isUrgent}
      className={clsx(
        "aspect-4/3! object-cover transition-transform duration-250 ease-out motion-safe:group-hover/article:scale-[1.02]",
        isLead && "md:aspect-16/11!",
      )}
    />
  );
}

function Words({ article, isLead, level }: { article: Card; isLead: boolean; level: 2 | 3 }) {
  const Heading = level === 2 ? "h2" : "h3";
  const [firstTag] = article.tags;
  return (
    <>
      {firstTag !== undefined && <p className="small-caps text-danger">{firstTag}</p>}
      <Heading
        dir="auto"
        className={clsx("font-display mt-2 text-balance", isLead ? "text-headline" : "text-title leading-[1.12]!")}
      >
        <Link
          to="/articles/$articleId"
          params={{ articleId: article.id }}
          className="decoration-1 underline-offset-4 group-hover/article:underline before:absolute before:inset-0"
        >
          {article.title}
        </Link>
      </Heading>
      <p dir="auto" className={clsx("mt-3 text-muted", isLead ? "text-lead" : "line-clamp-3")}>
        {article.summary}
      </p>
      <p className="mt-4 text-fine text-muted">
        <MemberName member={article.author} className="font-medium text-ink" />
        <Dot />
        <ArticleDate at={article.publishedAt} />
        <Dot />
        <span className="whitespace-nowrap">{article.readingMinutes} min read</span>
      </p>
    </>
  );
}

/**
 * Across a phone, a little less than it is: 640 pixels are then enough for one of 412 px with 1.75 pixels each, and the full
 * rendition has four times the bytes.
 */
export const acrossPhone = "(width < 48rem) 88vw";

const leadSizes = `${acrossPhone}, (width >= 1440px) 780px, 56vw`;
const cardSizes = `${acrossPhone}, (width >= 68.75rem) 420px, 45vw`;

export function Dot() {
  return (
    <span aria-hidden="true" className="mx-2">
      ·
    </span>
  );
}
