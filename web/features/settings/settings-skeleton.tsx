import { Skeleton } from "#web/ui/skeleton.tsx";

export function AvatarSkeleton() {
  return (
    <div className="flex flex-wrap items-center gap-6">
      <Skeleton className="size-24 rounded-full!" />
      <div className="space-y-3">
        <Skeleton className="h-11 w-36 rounded-full!" />
        <Skeleton className="h-3 w-48" />
      </div>
    </div>
  );
}

/** The account form, field for field. */
export function AccountSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-5 md:grid-cols-2">
        <FieldSkeleton hasHint />
        <FieldSkeleton hasHint />
      </div>
      <FieldSkeleton height="h-24" />
      <FieldSkeleton />
      <div className="grid gap-5 md:grid-cols-2">
        {["instagram", "twitter", "tiktok", "facebook", "youtube"].map((field) => (
          <FieldSkeleton key={field} />
        ))}
      </div>
      <Skeleton className="h-11 w-40 rounded-full!" />
    </div>
  );
}

function FieldSkeleton({ hasHint = false, height = "h-12" }: { hasHint?: boolean; height?: string }) {
  return (
    <div className="space-y-1.5">
      <Skeleton className="my-1 h-3 w-24" />
      <Skeleton className={height} />
      {hasHint && <Skeleton className="my-1 h-3 w-3/4" />}
    </div>
  );
}

export function MembershipSkeleton() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <span className="space-y-2">
        <Skeleton className="h-7 w-36" />
        <Skeleton className="h-3 w-56" />
      </span>
      <Skeleton className="h-11 w-24 rounded-full!" />
    </div>
  );
}
