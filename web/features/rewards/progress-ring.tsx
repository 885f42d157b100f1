import type { ReactNode } from "react";

interface ProgressRingProps {
  value: number;
  goal: number;
  /** What the ring measures, for those who cannot see it. */
  label: string;
  /** Inside of the ring. */
  children: ReactNode;
}

const radius = 54;
const length = 2 * Math.PI * radius;

/** How far `value` is on the way to `goal`; full from there on. */
export function ProgressRing({ value, goal, label, children }: ProgressRingProps) {
  const share = Math.max(0, Math.min(1, value / goal));
  return (
    <div className="relative grid aspect-square w-56 max-w-full place-items-center">
      <progress
        className="sr-only"
        aria-label={label}
        aria-valuetext={`${value.toLocaleString("en")} of ${goal.toLocaleString("en")} points`}
        value={Math.min(value, goal)}
        max={goal}
      />
      <svg viewBox="0 0 120 120" fill="none" aria-hidden="true" className="absolute inset-0 size-full -rotate-90">
        <circle cx="60" cy="60" r={radius} stroke="var(--line)" strokeWidth="5" />
        {share > 0 && (
          <circle
            cx="60"
            cy="60"
            r={radius}
            stroke="var(--accent)"
            strokeWidth="5"
            strokeLinecap="round"
            strokeDasharray={length}
            strokeDashoffset={length * (1 - share)}
            className="transition-[stroke-dashoffset] duration-700 ease-out"
          />
        )}
      </svg>
      <div className="relative px-6 text-center">{children}</div>
    </div>
  );
}
