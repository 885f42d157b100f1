import { useBlocker } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ConfirmDialog } from "./confirm-dialog.tsx";

interface UnsavedDialogProps {
  hasUnsaved: () => boolean;
  /** Whether closing the tab is asked about, too, in the browser's words. */
  isForClosing?: boolean;
  /** What is lost. */
  children: ReactNode;
}

/** Asks before unsaved changes are lost; saved ones need no question. */
export function UnsavedDialog({ hasUnsaved, isForClosing = false, children }: UnsavedDialogProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && !next.pathname.startsWith("/auth") && hasUnsaved(),
    enableBeforeUnload: () => isForClosing && hasUnsaved(),
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={status === "blocked"}
      title="Leave without saving?"
      confirmLabel="Leave"
      onClose={() => reset?.()}
      onConfirm={() => proceed?.()}
    >
      {children}
    </ConfirmDialog>
  );
}
