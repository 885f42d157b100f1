import { Link } from "@tanstack/react-router";
import { iconButtonClass } from "#web/ui/icon-button.tsx";
import { PageIcon } from "#web/ui/page-icons.tsx";

/** The editor's own bar, in place of the site's. On a phone on its side it has room for the dock, see styles.css. Empty until the outfit is known. */
export function BackToOutfit({ outfitId }: { outfitId?: string }) {
  return (
    <header data-top-bar="" className="sticky top-0 z-20 bg-paper/90 backdrop-blur-lg">
      <div className="page-width flex h-14 items-center md:h-16">
        {outfitId !== undefined && (
          <Link
            to="/outfit/$outfitId"
            params={{ outfitId }}
            aria-label="Back to the outfit"
            className={`${iconButtonClass} -ml-3`}
          >
            <PageIcon name="arrowLeft" strokeWidth={1.75} />
          </Link>
        )}
      </div>
    </header>
  );
}
