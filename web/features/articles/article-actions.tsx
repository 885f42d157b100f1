import clsx from "clsx";
import type { ReactNode } from "react";
import type { ArticleCard } from "#contract/articles.ts";
import { useLikeArticle, useSaveArticle } from "#web/data/article-reactions.ts";
import { Heart } from "#web/ui/heart.tsx";
import { countOf, formatCount } from "#web/lib/format-count.ts";
import { Icon } from "#web/ui/icons.tsx";

interface ArticleActionsProps {
  article: ArticleCard;
  /** Share, report and other actions. */
  children?: ReactNode;
  className?: string;
}

/** Like it, keep it, pass it on. */
export function ArticleActions({ article, children, className }: ArticleActionsProps) {
  const like = useLikeArticle(article);
  const save = useSaveArticle(article);
  return (
    <div className={clsx("flex flex-wrap items-center gap-2", className)}>
      <button
        type="button"
        aria-pressed={article.liked}
        aria-label={`Like this article, ${countOf(article.likesCount, "like")}`}
        onClick={like}
        className={clsx(
          "inline-flex min-h-11 items-center gap-2 rounded-full border border-line px-5 font-medium tabular-nums transition-[border-color,color,transform] duration-150 hover:border-ink/40 active:scale-95",
          article.liked && "text-accent",
        )}
      >
        <Heart isFull={article.liked} size={22} />
        <span className="text-ink">{formatCount(article.likesCount)}</span>
      </button>
      <button
        type="button"
        aria-pressed={article.saved}
        aria-label="Save this article for later"
        onClick={save}
        className="grid size-11 place-items-center rounded-full border border-line transition-[border-color,transform] duration-150 hover:border-ink/40 active:scale-95"
      >
        <Icon name="bookmark" size={22} isFilled={article.saved} />
      </button>
      {children}
    </div>
  );
}
