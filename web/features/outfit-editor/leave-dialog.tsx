import { useBlocker } from "@tanstack/react-router";
import type { RefObject } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

interface LeaveDialogProps {
  /** Read when the member is about to leave. */
  hasUnsavedWork: () => boolean;
  /** Set once the outfit is sent: then nothing stands in the way. */
  isFree: RefObject<boolean>;
  /** Something that a reload would lose, such as a photo on its way. */
  isReloadCostly: () => boolean;
  onDiscard: () => void;
}

/** Asks before unsaved work is left behind. A session that ended is no choice of the member: that way stays open. */
export function LeaveDialog({ hasUnsavedWork, isFree, isReloadCostly, onDiscard }: LeaveDialogProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      !isFree.current && next.pathname !== current.pathname && !next.pathname.startsWith("/auth") && hasUnsavedWork(),
    enableBeforeUnload: () => !isFree.current && isReloadCostly(),
    withResolver: true,
  });
  const stay = () => reset?.();
  const discard = () => {
    onDiscard();
    proceed?.();
  };
  return (
    <Dialog
      isOpen={status === "blocked"}
      onClose={stay}
      title="Leave without finishing?"
      size="small"
      footer={
        <>
          <Button look="danger" onClick={discard}>
            Discard
          </Button>
          <Button look="ink" onClick={() => proceed?.()}>
            Keep draft and leave
          </Button>
        </>
      }
    >
      <p className="text-muted">What you have so far can wait here until you come back, as long as this tab is open.</p>
    </Dialog>
  );
}
