import { type ReactNode, type RefObject, Suspense } from "react";
import { useHydratedPart, useHydrationEnd } from "#web/lib/hydration.ts";

interface HydratedSuspenseProps {
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * A Suspense boundary within a server-rendered screen: React hydrates its content on its own, later than the screen and
 * once its code has loaded. A plain Suspense boundary would be hydrated after the page counts as hydrated.
 */
export function HydratedSuspense({ fallback, children }: HydratedSuspenseProps) {
  const { ref, attributes } = useHydratedPart<HTMLDivElement>();
  return (
    <div ref={ref} {...attributes}>
      <Suspense fallback={fallback}>
        {children}
        <End part={ref} />
      </Suspense>
    </div>
  );
}

function End({ part }: { part: RefObject<HTMLDivElement | null> }) {
  useHydrationEnd(part);
  return null;
}
