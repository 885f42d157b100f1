import { Link } from "@tanstack/react-router";
import { iconButtonClass } from "#web/ui/icon-button.tsx";
import { PageIcon } from "#web/ui/page-icons.tsx";

/** The site's bar is not shown above the editor of a posted outfit, so it has its own way back. */
export function BackToOutfit({ outfitId }: { outfitId: string }) {
  return (
    <Link
      to="/outfit/$outfitId"
      params={{ outfitId }}
      aria-label="Back to the outfit"
      className={`${iconButtonClass} mt-2 -mb-4 -ml-3`}
    >
      <PageIcon name="arrowLeft" strokeWidth={1.75} />
    </Link>
  );
}
