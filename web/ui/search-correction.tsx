interface SearchCorrectionProps {
  typed: string | undefined;
  /** What the list shows instead; without it nothing is said. */
  meant: string | null | undefined;
}

/** Above a list: what was taken for the words that found nothing. */
export function SearchCorrection({ typed, meant }: SearchCorrectionProps) {
  if (!meant) return null;
  return (
    <p className="pb-5 text-muted">
      Nothing for “{typed}”. Here is <strong className="font-semibold text-ink">{meant}</strong>.
    </p>
  );
}
