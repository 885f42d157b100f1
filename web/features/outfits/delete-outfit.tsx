import { useNavigate } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { OutfitCard } from "#contract/outfits.ts";
import { useDeleteOutfit } from "#web/data/outfit-editing.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { onPhotoClass } from "./outfit-page-frame.tsx";

/** On the photograph, for its owner; afterwards they are on their profile, where they can undo it. */
export function DeleteOutfit({ outfit }: { outfit: OutfitCard }) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const deleteOutfit = useDeleteOutfit(outfit.author.username);
  const confirm = () => {
    setAsking(false);
    deleteOutfit(outfit);
    void navigate({ to: "/me", replace: true });
  };
  return (
    <>
      <IconButton label="Delete outfit" className={onPhotoClass} onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" size={18} strokeWidth={1.75} />
      </IconButton>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        title="Delete this outfit?"
        confirmLabel="Delete"
      >
        Deleting “{outfit.title}” also deletes its likes and comments and takes back its points.
      </ConfirmDialog>
    </>
  );
}
