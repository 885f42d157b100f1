import { Skeleton } from "#web/ui/skeleton.tsx";

/** The skeleton of the form. */
export function EditorSkeleton() {
  return (
    <div aria-busy="true">
      <span className="sr-only">Loading outfit...</span>
      <Skeleton className="mt-8 mb-8 h-12 w-64" />
      <div className="lg:grid lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-x-16 xl:gap-x-24">
        <Skeleton className="aspect-[4/5] w-full rounded-photo" />
        <div className="mt-8 flex flex-col gap-6 lg:mt-0">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-28 w-full" />
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      </div>
    </div>
  );
}
