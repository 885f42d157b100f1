import { Button } from "./button.tsx";

interface PartFailureProps {
  /** What happened. */
  words: string;
  onRetry: () => void;
  isRetrying?: boolean;
}

/** A small part of a page that could not be loaded, with the way on; a whole one has `ErrorState`. */
export function PartFailure({ words, onRetry, isRetrying = false }: PartFailureProps) {
  return (
    <div role="alert" className="flex items-center justify-between gap-4 py-4 text-fine">
      <p>{words}</p>
      <Button look="outline" size="small" onClick={onRetry} isBusy={isRetrying}>
        Try again
      </Button>
    </div>
  );
}
