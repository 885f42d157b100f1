import { type ReactNode, useState } from "react";
import type { OutfitCard } from "#contract/outfits.ts";
import type { Liker } from "#contract/reactions.ts";
import { useSignInGate } from "#web/data/use-sign-in-gate.ts";
import { countOf } from "#web/lib/format-count.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { LazyDialog } from "#web/ui/lazy-dialog.tsx";

const LikersDialog = lazyPart(() => import("./likers-dialog.tsx"), "LikersDialog");

interface LikersButtonProps {
  outfit: Pick<OutfitCard, "id" | "likesCount">;
  /** At the end of each row: the follow button. */
  controlOf?: (liker: Liker) => ReactNode;
}

/** The number of likes; opens the list of members. Renders nothing at zero. */
export function LikersButton({ outfit, controlOf }: LikersButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const requireSignIn = useSignInGate();
  if (outfit.likesCount === 0) return null;
  const open = () => {
    if (!requireSignIn("Please sign in")) return;
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={() => void LikersDialog.preload()}
        onFocus={() => void LikersDialog.preload()}
        onClick={open}
        className="-mx-2 min-h-11 px-2 text-fine text-muted underline-offset-4 hover:text-ink hover:underline"
      >
        {countOf(outfit.likesCount, "like")}
      </button>
      {isWanted && (
        <LazyDialog onFailure={() => setWanted(false)}>
          <LikersDialog isOpen={isOpen} outfitId={outfit.id} controlOf={controlOf} onLeave={() => setOpen(false)} />
        </LazyDialog>
      )}
    </>
  );
}
