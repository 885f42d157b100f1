import { lazy, type ReactNode, Suspense, useState } from "react";
import type { OutfitCard } from "#contract/outfits.ts";
import type { Liker } from "#contract/reactions.ts";
import { useSignInGate } from "#web/api/use-sign-in-gate.ts";
import { countOf } from "#web/lib/format-count.ts";

const loadDialog = async () => ({ default: (await import("./likers-dialog.tsx")).LikersDialog });
const LikersDialog = lazy(loadDialog);

interface LikersButtonProps {
  outfit: Pick<OutfitCard, "id" | "likesCount">;
  /** At the end of each row: the way to follow them. */
  controlOf?: (liker: Liker) => ReactNode;
}

/** The count of likes as the way to who they are from; nobody's likes lead nowhere. */
export function LikersButton({ outfit, controlOf }: LikersButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const mayGoOn = useSignInGate();
  if (outfit.likesCount === 0) return null;
  const open = () => {
    if (!mayGoOn("Please sign in")) return;
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={open}
        className="min-h-11 text-fine text-muted underline-offset-4 hover:text-ink hover:underline"
      >
        {countOf(outfit.likesCount, "like")}
      </button>
      {isWanted && (
        <Suspense>
          <LikersDialog isOpen={isOpen} outfit={outfit} controlOf={controlOf} onLeave={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
