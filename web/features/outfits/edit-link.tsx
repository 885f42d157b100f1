import { Link } from "@tanstack/react-router";
import { iconButtonClass } from "#web/ui/icon-button.tsx";
import { PageIcon } from "#web/ui/page-icons.tsx";
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
      <PageIcon name="pencil" size={18} strokeWidth={1.75} />
    </Link>
  );
}
