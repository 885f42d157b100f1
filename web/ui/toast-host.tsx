import { lazy, Suspense } from "react";
import { useAreToastsNeeded } from "#web/lib/toast.ts";

const Toaster = lazy(async () => ({ default: (await import("./toaster.tsx")).Toaster }));

interface ToastHostProps {
  /** Whether toasts would cover the main controls of this screen if they stood at the bottom. */
  isOnTop: boolean;
  hasNav: boolean;
}

export function ToastHost(place: ToastHostProps) {
  if (!useAreToastsNeeded()) return null;
  return (
    <Suspense>
      <Toaster {...place} />
    </Suspense>
  );
}
