import { Page } from "#web/shell/page.tsx";
import { RowSkeletons } from "#web/ui/row-skeleton.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The points screen in the shape of what comes. */
export function PointsSkeleton() {
  return (
    <Page title="Points">
      <div className="pt-6 pb-8 md:pt-10 md:pb-12">
        <p className="small-caps text-muted">Your Points</p>
        <Skeleton className="mt-3 h-[0.9em] w-72 max-w-full text-poster" />
        <Skeleton className="mt-4 h-7 w-48" />
        <Skeleton className="mt-6 h-11 w-72 max-w-full rounded-full!" />
      </div>
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex flex-col gap-10 lg:order-2">
          <Skeleton className="h-36" />
          <Skeleton className="h-36" />
          <Skeleton className="h-44" />
        </div>
        <RowSkeletons label="Loading your points" count={6} hasHint className="min-h-16 gap-4 py-3" />
      </div>
    </Page>
  );
}
