import { type ReactNode, Suspense, use, useState } from "react";
import { turnToHydrate, useHydratedPart, useHydrationEnd } from "#web/lib/hydration.ts";

interface HydratedSuspenseProps {
  fallback?: ReactNode;
  /** Loads the code of the content, which is hydrated only then: what suspends on the way may keep but one element. */
  load: () => Promise<unknown> | undefined;
  children: ReactNode;
}

/**
 * A Suspense boundary within a server-rendered screen, whose content is hydrated later than the screen, on its own and
 * once its code has loaded. A plain Suspense boundary would be hydrated after the page counts as hydrated.
 */
export function HydratedSuspense({ fallback, load, children }: HydratedSuspenseProps) {
  const [turn] = useState(() => turnToHydrate(load));
  return (
    <Suspense fallback={fallback}>
      <Part turn={turn}>{children}</Part>
    </Suspense>
  );
}

/** One element: while its turn has not come, that is what stays as it was served. */
function Part({ turn, children }: { turn: Promise<void> | undefined; children: ReactNode }) {
  if (turn) use(turn);
  const { ref, attributes } = useHydratedPart<HTMLDivElement>();
  useHydrationEnd(ref);
  return (
    <div ref={ref} {...attributes}>
      {children}
    </div>
  );
}
