import type { ReactNode } from "react";
import { toast } from "#web/lib/toast.ts";
import { CodeBoundary } from "./code-boundary.tsx";

interface LazyDialogProps {
  /** Removes the dialog, so that the next press on its button tries again. */
  onFailure: () => void;
  children: ReactNode;
}

let hasFailed = false;

/** Around a dialog whose code loads when it opens. If that fails, a toast says so, and the screen stays as it is. */
export function LazyDialog({ onFailure, children }: LazyDialogProps) {
  const report = () => {
    // As in the place of a part, see CodeBoundary.
    const isReloadDue = hasFailed && navigator.onLine;
    const action = { label: "Reload page", onClick: () => location.reload() };
    toast.error("This didn't open. Check your connection and try again.", isReloadDue ? { action } : {});
    hasFailed = true;
    onFailure();
  };
  return <CodeBoundary onFailure={report}>{children}</CodeBoundary>;
}
