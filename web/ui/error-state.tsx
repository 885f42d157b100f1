import type { ReactNode } from "react";
import { RetryButton } from "./retry-button.tsx";

interface ErrorStateProps {
  title: string;
  /** What happened and what to do. */
  children?: ReactNode;
  onRetry?: () => void;
  isRetrying?: boolean;
  /** Where a retry would not help: a link or button to continue with. */
  action?: ReactNode;
}

/** The error of a part of the page that failed to load, with a retry or another action. */
export function ErrorState({ title, children, onRetry, isRetrying = false, action }: ErrorStateProps) {
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center px-4 py-10 md:py-16 text-center">
      <svg
        width="120"
        height="84"
        viewBox="0 0 120 84"
        fill="none"
        stroke="var(--ink)"
        strokeWidth="2"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M60 20v-4a6 6 0 1 1 6 6M60 20 40 32M68 25l12 7M20 52 8 62c-3 2-1 6 2 6h42M100 52l12 10c3 2 1 6-2 6H70" />
        <path d="m56 60 6 8-6 6 5 6" stroke="var(--accent)" strokeLinejoin="round" />
        <path d="m20 52 14-11M100 52 86 41" strokeDasharray="2 6" />
      </svg>
      <h2 className="font-display mt-6 text-title">{title}</h2>
      {children !== undefined && <p className="mt-2 text-muted">{children}</p>}
      {onRetry && <RetryButton look="outline" className="mt-6" onClick={onRetry} isBusy={isRetrying} />}
      {action !== undefined && <div className={onRetry ? "mt-2" : "mt-6"}>{action}</div>}
    </div>
  );
}
