import clsx from "clsx";
import { Skeleton } from "./skeleton.tsx";

interface RowSkeletonProps {
  /** Of the picture, in pixels; undefined: no picture. */
  size?: number;
  /** A second, shorter line under the name. */
  hasHint?: boolean;
  /** A button at the end. */
  hasButton?: boolean;
  className?: string;
}

/** The skeleton of a member's row: round picture, name, button. */
export function RowSkeleton({ size, hasHint = false, hasButton = false, className }: RowSkeletonProps) {
  return (
    <span className={clsx("flex items-center gap-3", className)}>
      {size !== undefined && <Skeleton className="shrink-0 rounded-full!" style={{ width: size, height: size }} />}
      <span className="flex-1 space-y-2">
        <Skeleton className={clsx("h-4", hasHint ? "w-2/3" : "w-32")} />
        {hasHint && <Skeleton className="h-3 w-1/4" />}
      </span>
      {hasButton && <Skeleton className="h-11 w-24 rounded-full!" />}
    </span>
  );
}

interface RowSkeletonsProps extends RowSkeletonProps {
  /** For screen readers: 'Loading conversations'. */
  label: string;
  count: number;
  listClassName?: string;
}

export function RowSkeletons({ label, count, listClassName, ...row }: RowSkeletonsProps) {
  return (
    <ul aria-label={label} aria-busy="true" className={listClassName}>
      {Array.from({ length: count }, (_, index) => (
        <li key={index}>
          <RowSkeleton {...row} />
        </li>
      ))}
    </ul>
  );
}
