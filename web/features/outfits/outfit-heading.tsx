import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import type { ReactNode } from "react";
import type { OutfitCard } from "#contract/outfits.ts";
import { countOf } from "#web/lib/format-count.ts";
import { profilePath } from "#web/lib/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { MemberName } from "#web/ui/member-name.tsx";
import { NoBreak } from "#web/ui/no-break.tsx";
import { PageIcon } from "#web/ui/page-icons.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { LikeButton } from "./like-button.tsx";
import { SaveButton } from "./save-button.tsx";
import { ShareButton } from "./share-button.tsx";

interface OutfitHeadingProps {
  outfit: OutfitCard;
  /** Next to who posted it: the follow button. */
  follow?: ReactNode;
  /** The way to who liked it. */
  likers?: ReactNode;
}

/** In the size of a headline, a longer title would fill the screen. */
const longTitleChars = 80;

/** Style, title, who, and what one can do with it: all that a card already knows. */
export function OutfitHeading({ outfit, follow, likers }: OutfitHeadingProps) {
  return (
    <header>
      <div className="flex items-center gap-3">
        <Link
          to="/explore"
          search={{ style: outfit.style.id }}
          className="small-caps relative before:absolute before:-inset-x-1.5 before:-inset-y-3 text-muted underline-offset-4 hover:text-ink hover:underline"
        >
          {outfit.style.name}
        </Link>
        {outfit.isAiMade && <span className="small-caps text-muted">Made with AI</span>}
        {!outfit.isActive && <HiddenMark />}
      </div>
      <h1
        dir="auto"
        className={clsx("font-display mt-3", outfit.title.length > longTitleChars ? "text-title" : "text-headline")}
      >
        <NoBreak>{outfit.title}</NoBreak>
      </h1>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Link
          to={profilePath(outfit.author.username)}
          className="group flex min-w-0 flex-1 basis-40 items-center gap-3"
        >
          <Avatar username={outfit.author.username} avatarUrl={outfit.author.avatarUrl} size={44} />
          <span className="min-w-0">
            <span className="flex items-center gap-1 font-semibold underline-offset-4 group-hover:underline">
              <MemberName member={outfit.author} className="truncate" />
              {outfit.author.isVerified && (
                <>
                  <PageIcon name="verified" size={16} strokeWidth={2} className="shrink-0 text-accent" />
                  <span className="sr-only">Verified</span>
                </>
              )}
            </span>
            <RelativeTime at={outfit.createdAt} className="block text-fine text-muted" />
          </span>
        </Link>
        {follow}
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-2 border-y border-line py-3">
        <LikeButton outfit={outfit} size="large" />
        <SaveButton outfit={outfit} look="large" />
        <ShareButton
          title={outfit.title}
          path={`/outfit/${outfit.id}`}
          className="border border-line hover:border-ink/40"
        />
        <span className="ml-auto flex flex-wrap items-center justify-end gap-x-3 text-fine text-muted">
          {likers}
          <span>{countOf(outfit.viewsCount, "view")}</span>
        </span>
      </div>
    </header>
  );
}

function HiddenMark() {
  return (
    <span
      title="Only you and the admins can see this outfit"
      className="small-caps inline-flex items-center gap-1.5 rounded-full bg-ink px-3 py-1 text-paper"
    >
      <PageIcon name="eyeOff" size={12} strokeWidth={2} />
      Hidden
    </span>
  );
}
