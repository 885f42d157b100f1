import clsx from "clsx";
import type { CSSProperties } from "react";

/** A placeholder block. The list around it announces that it loads. */
export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return (
    <span
      aria-hidden="true"
      style={style}
      className={clsx("block animate-[shimmer_1.6s_ease-in-out_infinite] rounded-input bg-ink/8", className)}
    />
  );
}
