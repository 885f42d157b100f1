import { LoadingFeed } from "#web/features/outfits/outfit-feed.tsx";
import { Page } from "#web/shell/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The feed of any tag or brand while nothing has loaded. */
export function TermSkeleton() {
  return (
    <Page title="Outfits">
      <div className="pt-6 pb-6 md:pt-10">
        <Skeleton className="mb-3 h-3 w-32" />
        <Skeleton className="h-10 w-64 md:h-14 md:w-96" />
      </div>
      <LoadingFeed />
    </Page>
  );
}
