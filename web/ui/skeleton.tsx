import clsx from "clsx";
import type { CSSProperties } from "react";

/** A quiet block in the shape of what comes. The list around it says that it loads. */
export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return (
    <span
      aria-hidden="true"
      style={style}
      className={clsx("block animate-[shimmer_1.6s_ease-in-out_infinite] rounded-input bg-ink/8", className)}
    />
  );
}
