import { Skeleton } from "#web/ui/skeleton.tsx";

export function ProfileSkeleton() {
  return (
    <div aria-busy="true">
      <output className="sr-only">Loading profile...</output>
      <div className="h-14 md:h-16" />
      <div className="h-40 bg-ink/6 sm:h-52 md:h-64 lg:h-80" />
      <div className="page-width">
        <Skeleton className="-mt-14 size-28 rounded-full border-4 border-paper md:-mt-20 md:size-40" />
        <Skeleton className="mt-4 h-10 w-56" />
        <Skeleton className="mt-4 h-5 w-80 max-w-full" />
        <Skeleton className="mt-6 h-16 w-full max-w-lg" />
      </div>
    </div>
  );
}
