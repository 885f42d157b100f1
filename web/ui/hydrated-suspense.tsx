import { type ReactNode, Suspense, use, useState } from "react";
import { CodeBoundary } from "./code-boundary.tsx";
import { useHydratedPart, useHydrationEnd, waitForTurn } from "#web/lib/hydration/hydration.ts";

interface HydratedSuspenseProps {
  fallback?: ReactNode;
  /** Loads the code of lazy content, which is hydrated only then: what suspends on the way may keep but one element. */
  load?: () => Promise<unknown> | undefined;
  /** Of the line that tells, in place of the content, that its code did not load. */
  failureClass?: string;
  /** The content is the whole screen, for which the router says what has failed. */
  isScreen?: boolean;
  /** Of the element around the content. */
  className?: string;
  children: ReactNode;
}

/**
 * A Suspense boundary within a server-rendered screen, whose content is hydrated later than the screen, on its own and
 * once its code has loaded. A plain Suspense boundary would be hydrated after the page counts as hydrated. On a member's
 * first screen, content with a fallback is likewise rendered later, in a task of its own.
 */
export function HydratedSuspense({
  fallback,
  load,
  failureClass,
  isScreen = false,
  className,
  children,
}: HydratedSuspenseProps) {
  const [turn] = useState(() => waitForTurn(load, fallback !== undefined));
  const part = (
    <Part turn={turn} className={className}>
      {children}
    </Part>
  );
  if (isScreen) return <Suspense fallback={fallback}>{part}</Suspense>;
  return (
    <CodeBoundary fallback={fallback} failureClass={failureClass}>
      {part}
    </CodeBoundary>
  );
}

interface PartProps {
  turn: Promise<void> | undefined;
  className: string | undefined;
  children: ReactNode;
}

/** One element: while its turn has not come, that is what stays as it was served. */
function Part({ turn, className, children }: PartProps) {
  if (turn) use(turn);
  const { ref, attributes } = useHydratedPart<HTMLDivElement>();
  useHydrationEnd(ref);
  return (
    <div ref={ref} className={className} {...attributes}>
      {children}
    </div>
  );
}
