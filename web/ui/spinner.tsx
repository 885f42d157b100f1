interface SpinnerProps {
  /** What is loading, for screen readers only. */
  label: string;
  size?: number;
}

export function Spinner({ label, size = 24 }: SpinnerProps) {
  return (
    <output className="inline-flex">
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        aria-hidden="true"
        className="animate-[spin_0.9s_linear_infinite]"
      >
        <circle cx="12" cy="12" r="10" stroke="currentColor" strokeOpacity="0.15" strokeWidth="1.5" />
        <path d="M22 12a10 10 0 0 0-10-10" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      </svg>
      <span className="sr-only">{label}</span>
    </output>
  );
}
