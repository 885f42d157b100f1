import type { ReactNode } from "react";

interface TermHeadingProps {
  /** What it is: 'Tag'. */
  kind: string;
  name: string;
  /** Buttons on the right. */
  actions?: ReactNode;
}

/** Above the feed of a tag or a brand. A long name wraps wherever it must. */
export function TermHeading({ kind, name, actions }: TermHeadingProps) {
  return (
    <header className="flex items-end justify-between gap-4 pt-6 pb-6 md:pt-10">
      <div className="min-w-0">
        <p className="small-caps mb-2 text-muted">{kind}</p>
        <h1 className="font-display text-headline wrap-anywhere">{name}</h1>
      </div>
      {actions}
    </header>
  );
}
