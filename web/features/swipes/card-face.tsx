import clsx from "clsx";
import type { OutfitCard } from "#contract/outfits.ts";
import type { SwipeDirection } from "#contract/swipes.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { MemberName } from "#web/ui/member-name.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { labelOpacity } from "./swipe-physics.ts";

/** A photograph, its caption, and the two words that show while the card is pulled. */
export function CardFace({ card, isOnTop }: { card: OutfitCard; isOnTop: boolean }) {
  return (
    <>
      <span className="block min-h-0 grow overflow-hidden">
        <Picture
          picture={card.picture}
          alt={card.altText}
          sizes="(width >= 48rem) 28rem, calc(100vw - 2rem)"
          isUrgent={isOnTop}
          className="h-full! object-cover object-top"
        />
      </span>
      <Caption card={card} />
      <Label direction="like" isHydrated={isOnTop} />
      <Label direction="pass" isHydrated={isOnTop} />
    </>
  );
}

function Caption({ card: { title, style, author } }: { card: OutfitCard }) {
  return (
    <div className="flex shrink-0 items-center gap-3 px-4 py-[min(0.75rem,1.6vh)] md:px-5 md:py-4">
      <Avatar username={author.username} avatarUrl={author.avatarUrl} size={40} />
      <div className="min-w-0">
        <h2 dir="auto" className="font-display truncate text-lead">
          {title}
        </h2>
        <p className="truncate text-fine text-muted">
          <MemberName member={author} /> <span aria-hidden="true">·</span> {style.name}
        </p>
      </div>
    </div>
  );
}

/** A separate layer while it is live, so that its fading does not repaint the photograph. */
function Label({ direction, isHydrated }: { direction: SwipeDirection; isHydrated: boolean }) {
  const isLike = direction === "like";
  return (
    <span
      aria-hidden="true"
      data-label={direction}
      style={{ opacity: 0 }}
      className={clsx(
        "font-poster pointer-events-none absolute top-6 rounded-full px-6 pt-2 pb-3 text-[2.75rem] leading-none",
        isLike ? "left-5 -rotate-8 bg-accent text-on-accent" : "right-5 rotate-8 bg-paper text-ink",
        isHydrated && "will-change-[opacity]",
      )}
    >
      {isLike ? "LIKE" : "PASS"}
    </span>
  );
}

/** By hand and not by a render: this happens sixty times a second. */
export function showLabels(card: HTMLElement, x: number): void {
  for (const label of card.querySelectorAll<HTMLElement>("[data-label]")) {
    const direction = label.dataset["label"] === "like" ? "like" : "pass";
    label.style.opacity = String(labelOpacity(direction, x));
  }
}
