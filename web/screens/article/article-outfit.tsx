import { Link } from "@tanstack/react-router";
import type { OutfitCard } from "#contract/outfits.ts";
import { LikeButton } from "#web/features/outfits/like-button.tsx";
import { SaveButton } from "#web/features/outfits/save-button.tsx";
import { profilePath } from "#web/lib/paths.ts";
import { MemberName } from "#web/ui/member-name.tsx";
import { Picture } from "#web/ui/picture.tsx";

/** An outfit within an article: the real one, to be liked, saved and opened where it stands. */
export function ArticleOutfit({ outfit }: { outfit: OutfitCard }) {
  const { id, title, altText, picture, author, style } = outfit;
  return (
    <article
      aria-label={title}
      className="group/embed grid grid-cols-[min(42%,15rem)_minmax(0,1fr)] gap-4 rounded-photo border border-line bg-surface p-3 md:gap-8 md:p-4"
    >
      <Link to="/outfit/$outfitId" params={{ outfitId: id }} className="overflow-hidden rounded-photo">
        <Picture
          picture={picture}
          alt={altText === title ? "" : altText}
          sizes="(width >= 48rem) 240px, 42vw"
          className="aspect-3/4! object-cover object-top transition-transform duration-250 ease-out motion-safe:group-hover/embed:scale-[1.02]"
        />
      </Link>
      <div className="flex min-w-0 flex-col py-1 md:py-4">
        <p className="small-caps text-muted">{style.name}</p>
        <p className="font-display mt-2 text-title">
          <Link to="/outfit/$outfitId" params={{ outfitId: id }} className="underline-offset-4 hover:underline">
            {title}
          </Link>
        </p>
        <p className="mt-2 text-fine text-muted">
          worn by{" "}
          <Link to={profilePath(author.username)} className="font-medium text-ink underline-offset-4 hover:underline">
            <MemberName member={author} />
          </Link>
        </p>
        <div className="mt-auto flex flex-wrap items-center gap-2 pt-4">
          <LikeButton outfit={outfit} size="large" />
          <SaveButton outfit={outfit} look="large" />
        </div>
      </div>
    </article>
  );
}
