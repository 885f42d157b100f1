import { Link, useNavigate } from "@tanstack/react-router";
import type { Article } from "#contract/articles.ts";
import { useSession } from "#web/api/session.ts";
import { ArticleActions } from "#web/features/articles/article-actions.tsx";
import { ShareButton } from "#web/features/outfits/share-button.tsx";
import { MemberMenu } from "#web/screens/member-menu/member-menu.tsx";

/** All that a reader can do with an article. */
export function ArticleControls({ article }: { article: Article }) {
  const session = useSession();
  const navigate = useNavigate();
  const isOwn = session.status === "signed-in" && session.userId === article.author.id;
  return (
    <ArticleActions article={article}>
      <ShareButton title={article.title} className="border border-line hover:border-ink/40" />
      {!isOwn && (
        <MemberMenu
          member={article.author}
          report={{ type: "article", id: article.id }}
          className="border border-line hover:border-ink/40"
          onBlocked={() => void navigate({ to: "/articles" })}
        />
      )}
    </ArticleActions>
  );
}

/** The author's way back to the editor. */
export function OwnArticleNote({ article }: { article: Article }) {
  const session = useSession();
  if (session.status !== "signed-in" || session.userId !== article.author.id) return null;
  return (
    <p className="bg-ink px-4 py-2 text-center text-fine text-paper">
      This is your article.{" "}
      <Link
        to="/articles/$articleId/edit"
        params={{ articleId: article.id }}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4 outline-current"
      >
        Edit it
      </Link>
    </p>
  );
}
