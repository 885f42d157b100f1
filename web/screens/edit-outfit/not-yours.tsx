import { Link } from "@tanstack/react-router";
import { Page } from "#web/shell/page.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

export function NotYours({ outfitId }: { outfitId: string }) {
  return (
    <Page title="Edit Outfit">
      <EmptyState
        title="You don't have permission to edit this outfit"
        art="page"
        action={
          <Link to="/outfit/$outfitId" params={{ outfitId }} className={buttonClass("outline")}>
            View the outfit
          </Link>
        }
      />
    </Page>
  );
}
