import clsx from "clsx";
import type { OutfitCard } from "#contract/outfits.ts";
import { useLike } from "#web/data/reactions.ts";
import { countOf, formatCount } from "#web/lib/format-count.ts";
import { Heart } from "#web/ui/heart.tsx";

interface LikeButtonProps {
  outfit: OutfitCard;
  /** `small` under a card, `large` on the outfit's page, `bar` in its bar on phones. */
  size?: "small" | "large" | "bar";
}

export function LikeButton({ outfit, size = "small" }: LikeButtonProps) {
  const like = useLike();
  return (
    <button
      type="button"
      aria-pressed={outfit.liked}
      aria-label={`Like ${outfit.title}, ${countOf(outfit.likesCount, "like")}`}
      onClick={() => like(outfit)}
      className={clsx(
        "inline-flex min-h-11 items-center justify-center gap-1.5 rounded-full tabular-nums duration-150 active:scale-95",
        // A like is red at once: on its way from the text colour it would be grey first.
        outfit.liked ? "transition-[transform,border-color]" : "transition-[color,transform,border-color]",
        size === "large" ? "border border-line px-5 text-body font-medium hover:border-ink/40" : "px-1 text-fine",
        // In pixels: next to large text the name needs the room.
        size === "small" ? "min-w-[44px]" : "min-w-11",
        outfit.liked ? "text-accent" : size !== "small" ? "text-ink" : "text-muted hover:text-ink",
      )}
    >
      <Heart isFull={outfit.liked} size={size === "small" ? 18 : 22} />
      {/* The accent is too light for small letters. */}
      <span className={clsx(size === "large" ? "text-ink" : outfit.liked && "text-muted")}>
        {formatCount(outfit.likesCount)}
      </span>
    </button>
  );
}
