import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useLayoutEffect } from "react";
import { OutfitFailure } from "#web/features/outfits/outfit-failure.tsx";
import { abandonHydration } from "#web/lib/hydration/hydration.ts";
import { Page } from "#web/shell/page.tsx";

/** An outfit that cannot be edited because it is gone, or failed to load, with the way back. */
export function EditFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  useLayoutEffect(abandonHydration, []);
  const retry = () => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  return (
    <Page title="Edit Outfit" width="bleed">
      <OutfitFailure error={error} onRetry={retry} isRetrying={false} />
    </Page>
  );
}
