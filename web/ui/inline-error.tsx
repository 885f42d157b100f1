import { RetryButton } from "./retry-button.tsx";

interface InlineErrorProps {
  /** What happened. */
  message: string;
  onRetry: () => void;
  isRetrying?: boolean;
}

/** The error of a small part of a page, with a retry; for larger parts see `ErrorState`. */
export function InlineError({ message, onRetry, isRetrying = false }: InlineErrorProps) {
  return (
    <div role="alert" className="flex items-center justify-between gap-4 py-4 text-fine">
      <p>{message}</p>
      <RetryButton look="outline" size="small" onClick={onRetry} isBusy={isRetrying} />
    </div>
  );
}
