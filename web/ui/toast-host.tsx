import { lazy, Suspense } from "react";
import { useAreToastsWanted } from "./notify.ts";

const Toaster = lazy(async () => ({ default: (await import("./toaster.tsx")).Toaster }));

export function ToastHost() {
  if (!useAreToastsWanted()) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
