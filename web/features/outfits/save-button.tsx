import clsx from "clsx";
import type { OutfitCard } from "#contract/outfits.ts";
import { useIsSaved, useSave } from "#web/data/reactions.ts";
import { Icon } from "#web/ui/icons.tsx";

interface SaveButtonProps {
  outfit: OutfitCard;
  /** `photo` is for the button on a picture, below it on phones, `large` for the outfit's page, `bar` for its bar on phones. */
  look?: "photo" | "large" | "bar";
  className?: string;
}

export function SaveButton({ outfit, look = "photo", className }: SaveButtonProps) {
  const setSaved = useSave();
  const isSaved = useIsSaved(outfit);
  return (
    <button
      type="button"
      aria-pressed={isSaved}
      aria-label={`Save ${outfit.title} to closet`}
      onClick={() => setSaved(outfit, !isSaved)}
      className={clsx(
        "group grid size-11 place-items-center rounded-full transition-[border-color,opacity,transform] duration-150 active:scale-95",
        look === "large" && "border border-line hover:border-ink/40",
        className,
      )}
    >
      <span
        className={clsx(
          look === "photo" &&
            "grid size-8 place-items-center rounded-full max-md:text-muted md:bg-paper/85 md:text-ink md:backdrop-blur-sm",
        )}
      >
        <Icon name="bookmark" size={look === "photo" ? 16 : 20} strokeWidth={1.75} isFilled={isSaved} />
      </span>
    </button>
  );
}
