import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

/** Asks before unsaved changes are lost; saved ones need no question. */
export function UnsavedDialog({ hasUnsaved }: { hasUnsaved: () => boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && !next.pathname.startsWith("/auth") && hasUnsaved(),
    enableBeforeUnload: false,
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
      The last changes couldn't be saved. They are lost when you leave.
    </ConfirmDialog>
  );
}
