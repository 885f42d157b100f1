import type { ReactNode } from "react";

interface SecurityRowProps {
  title: ReactNode;
  hint?: ReactNode;
  /** Before the words: a mark of the provider or device. */
  mark?: ReactNode;
  action?: ReactNode;
  /** A heading of a group, or one entry of it. */
  isEntry?: boolean;
}

/** Text on the left, the action on the right; stacked on narrow screens. */
export function SecurityRow({ title, hint, mark, action, isEntry = false }: SecurityRowProps) {
  const Title = isEntry ? "p" : "h3";
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="flex min-w-0 grow basis-60 items-center gap-4">
        {mark !== undefined && (
          <span className="grid size-10 shrink-0 place-items-center rounded-full bg-ink/6">{mark}</span>
        )}
        <div className="min-w-0">
          <Title className="font-semibold">{title}</Title>
          {hint !== undefined && <p className="text-fine text-muted">{hint}</p>}
        </div>
      </div>
      {action}
    </div>
  );
}
