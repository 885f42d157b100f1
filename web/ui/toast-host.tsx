import { Suspense, useEffect } from "react";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { useAreToastsNeeded } from "#web/lib/toast.ts";
import { whenLoaded } from "#web/lib/when-idle.ts";

const retryMs = 3_000;

/** Never rejects: a toast often reports that the server cannot be reached, and must not break the screen. */
async function loadToaster() {
  for (;;) {
    try {
      return await import("./toaster.tsx");
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}

const Toaster = lazyPart(loadToaster, "Toaster");

interface ToastHostProps {
  /** Whether toasts at the bottom would cover the main controls of this screen. */
  isOnTop: boolean;
  hasNav: boolean;
}

export function ToastHost(place: ToastHostProps) {
  // Fetched before it is needed, while the server is there.
  useEffect(() => {
    let isGone = false;
    whenLoaded(() => {
      if (!isGone) import("./toaster.tsx").catch(() => undefined);
    });
    return () => {
      isGone = true;
    };
  }, []);
  if (!useAreToastsNeeded()) return null;
  return (
    <Suspense>
      <Toaster {...place} />
    </Suspense>
  );
}
