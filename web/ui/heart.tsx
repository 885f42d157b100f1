import clsx from "clsx";

/** Pops once when it fills, unless reduced motion is preferred. */
export function Heart({ isFull, size, className }: { isFull: boolean; size: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      strokeWidth="1.5"
      strokeLinejoin="round"
      className={clsx("shrink-0", isFull && "motion-safe:animate-[pop_0.3s_var(--ease-out)]", className)}
    >
      <path
        d="M12 20.7 4.3 13a5.3 5.3 0 0 1 7.5-7.5l.2.2.2-.2a5.3 5.3 0 0 1 7.5 7.5z"
        fill={isFull ? "currentColor" : "none"}
        stroke="currentColor"
      />
    </svg>
  );
}
