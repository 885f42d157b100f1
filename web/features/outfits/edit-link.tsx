import { Link } from "@tanstack/react-router";
import { Pencil } from "lucide-react";
import { iconButtonClass } from "#web/ui/icon-button.tsx";
import { onPhotoClass } from "./outfit-page-frame.tsx";

/** On the photograph, for its owner. */
export function EditLink({ outfitId }: { outfitId: string }) {
  return (
    <Link
      to="/edit-outfit/$outfitId"
      params={{ outfitId }}
      aria-label="Edit outfit"
      className={`${iconButtonClass} ${onPhotoClass}`}
    >
      <Pencil aria-hidden="true" size={18} strokeWidth={1.75} />
    </Link>
  );
}
