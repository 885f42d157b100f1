import { Link, useNavigate } from "@tanstack/react-router";
import clsx from "clsx";
import { memo } from "react";
import type { FeedCard } from "#contract/outfits.ts";
import { useIsSaved, useLike } from "#web/data/reactions.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { profilePath } from "#web/lib/paths.ts";
import { markOpenedPhoto, openedPhotoName, wasOpened } from "#web/lib/photo-transition.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { CodeBoundary } from "#web/ui/code-boundary.tsx";
import { MemberName } from "#web/ui/member-name.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { cardPictureSizes } from "./card-picture.ts";
import { HeartBurst, useDoubleTap } from "./double-tap.tsx";
import { LikeButton } from "./like-button.tsx";
import { SaveButton } from "./save-button.tsx";

// Only a search has it, and brings it along.
const MatchBadge = lazyPart(() => import("./match-badge.tsx"), "MatchBadge");

/** A card is complete without it. */
const withoutBadge = () => {};

interface OutfitCardProps {
  outfit: FeedCard;
  /** Above the fold: its picture is fetched first. */
  isUrgent?: boolean;
  /** Of its picture. */
  sizes?: string | undefined;
}

/** A photograph and a caption under it. One tap opens, two like. Rendered again only if it changes: a feed has hundreds. */
export const OutfitCard = memo(function OutfitCard({
  outfit,
  isUrgent = false,
  sizes = cardPictureSizes,
}: OutfitCardProps) {
  const isSaved = useIsSaved(outfit);
  return (
    <article className="group/card relative">
      <PhotoLink outfit={outfit} isUrgent={isUrgent} sizes={sizes} />
      {/* On wide screens it is on the photograph that is pointed at. */}
      <p dir="auto" className="h-5 truncate pt-1 text-fine leading-4 font-medium md:hidden">
        {outfit.title}
      </p>
      <div className="flex h-11 items-center justify-between gap-1">
        <Link
          to={profilePath(outfit.author.username)}
          className="flex min-h-11 min-w-0 items-center gap-2 rounded-full text-fine sm:pr-2 text-muted outline-offset-0! hover:text-ink"
        >
          <Avatar
            username={outfit.author.username}
            avatarUrl={outfit.author.avatarUrl}
            size={24}
            className="max-sm:hidden"
          />
          <MemberName member={outfit.author} className="truncate" />
          {outfit.isAiMade && (
            <span className="small-caps shrink-0">
              <span className="max-sm:sr-only">Made with </span>AI
            </span>
          )}
        </Link>
        <span className="flex forced-colors:gap-1.5">
          <LikeButton outfit={outfit} />
          {/* On phones under the photograph, where it covers nobody's head. */}
          <SaveButton
            outfit={outfit}
            className={clsx(
              "max-md:-mr-3 forced-colors:mr-0! md:absolute md:top-0 md:right-0 md:pointer-fine:opacity-0 group-hover/card:opacity-100 focus-visible:opacity-100",
              isSaved && "md:pointer-fine:opacity-100",
            )}
          />
        </span>
      </div>
    </article>
  );
});

function PhotoLink({ outfit, isUrgent, sizes }: { outfit: FeedCard; isUrgent: boolean; sizes: string }) {
  const navigate = useNavigate();
  const like = useLike();
  const open = () => {
    void navigate({ to: "/outfit/$outfitId", params: { outfitId: outfit.id } });
  };
  const { burst, endBurst, ...taps } = useDoubleTap(open, () => like(outfit, true));
  return (
    <Link
      to="/outfit/$outfitId"
      params={{ outfitId: outfit.id }}
      onPointerDown={taps.onPointerDown}
      onClick={(event) => {
        markOpenedPhoto(outfit.id, event.currentTarget.querySelector("img"));
        taps.onClick(event);
      }}
      className="relative block touch-manipulation overflow-hidden rounded-photo select-none focus-on-photo"
    >
      <Picture
        picture={outfit.picture}
        alt={outfit.altText}
        sizes={sizes}
        isUrgent={isUrgent}
        style={wasOpened(outfit.id) ? { viewTransitionName: openedPhotoName } : {}}
        className="transition-transform duration-250 ease-out motion-safe:group-hover/card:scale-[1.02]"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-0 bottom-0 hidden bg-linear-to-t from-black/55 to-transparent px-4 pt-16 pb-3.5 opacity-0 transition-opacity duration-200 group-hover/card:opacity-100 group-focus-within/card:opacity-100 pointer-fine:block"
      >
        <span dir="auto" className="font-display line-clamp-2 text-lead leading-snug text-white">
          {outfit.title}
        </span>
      </span>
      {outfit.match && (
        <CodeBoundary onFailure={withoutBadge}>
          <MatchBadge match={outfit.match} />
        </CodeBoundary>
      )}
      <HeartBurst burst={burst} onEnd={endBurst} />
    </Link>
  );
}
