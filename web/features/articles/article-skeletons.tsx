import { Skeleton } from "#web/ui/skeleton.tsx";

/** In the shape of the list. */
export function ArticleListSkeleton({ hasLead }: { hasLead: boolean }) {
  return (
    <>
      <output className="sr-only">Loading articles...</output>
      {hasLead && (
        <div className="mb-12 md:mb-20 md:grid md:grid-cols-12 md:items-center md:gap-8">
          <Skeleton className="aspect-4/3 rounded-photo! md:col-span-7 md:aspect-16/11" />
          <div className="mt-4 space-y-4 md:col-span-5">
            <Skeleton className="h-3 w-20" />
            <Skeleton className="h-12 w-4/5" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-2/3" />
          </div>
        </div>
      )}
      <div aria-hidden="true" className={articleGridClass}>
        {[0, 1, 2].map((card) => (
          <div key={card}>
            <Skeleton className="aspect-4/3 rounded-photo!" />
            <Skeleton className="mt-5 h-3 w-16" />
            <Skeleton className="mt-3 h-6 w-4/5" />
            <Skeleton className="mt-3 h-4 w-full" />
          </div>
        ))}
      </div>
    </>
  );
}

export const articleGridClass = "grid gap-x-6 gap-y-12 sm:grid-cols-2 md:gap-y-16 lg:grid-cols-3 lg:gap-x-8";

/** In the shape of an article. */
export function ArticleSkeleton() {
  return (
    <div className="page-width pt-8">
      <output className="sr-only">Loading article...</output>
      <div className="mx-auto max-w-3xl space-y-5 text-center">
        <Skeleton className="mx-auto h-3 w-24" />
        <Skeleton className="mx-auto h-14 w-full" />
        <Skeleton className="mx-auto h-5 w-3/4" />
      </div>
      <Skeleton className="mt-12 aspect-16/10 rounded-photo!" />
      <div className="mx-auto mt-12 max-w-[40rem] space-y-4">
        {[0, 1, 2, 3, 4, 5].map((line) => (
          <Skeleton key={line} className="h-4 w-full" />
        ))}
      </div>
    </div>
  );
}
