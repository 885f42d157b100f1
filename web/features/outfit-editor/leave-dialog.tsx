import { useBlocker, useRouter } from "@tanstack/react-router";
import { type RefObject, useEffectEvent, useLayoutEffect, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

interface LeaveDialogProps {
  /** Read when the member is about to leave. */
  hasUnsavedWork: () => boolean;
  /** Photos on their way, waiting or failed: no draft can keep them. */
  hasUnsentPhotos: boolean;
  /** On its way to the server: the draft waits for the answer anyway. */
  isSending: boolean;
  /** Set once the outfit is sent: then leaving needs no confirmation. */
  isSent: RefObject<boolean>;
  /** Writes the draft. */
  onKeep: () => void;
  /** Empties the form: Back, pressed before the next page has come, still finds this one, discarded or sent. */
  onStartOver: () => void;
}

/** Asks before unsaved work is lost. A redirect after an expired session is not blocked. */
export function LeaveDialog(props: LeaveDialogProps) {
  const { hasUnsavedWork, hasUnsentPhotos, isSending, isSent, onKeep, onStartOver } = props;
  const router = useRouter();
  const [here] = useState(router.latestLocation.pathname);
  const onNavigate = useEffectEvent((pathname: string) => {
    if (isSent.current && pathname === here) onStartOver();
  });
  useLayoutEffect(
    () => router.subscribe("onBeforeNavigate", ({ toLocation }) => onNavigate(toLocation.pathname)),
    [router],
  );
  const { status, proceed, reset } = useBlocker({
    // Once the address has changed the editor only waits to be taken down: Back must lead to it without a question.
    shouldBlockFn: ({ current, next }) =>
      !isSent.current &&
      current.pathname === here &&
      next.pathname !== here &&
      !next.pathname.startsWith("/auth") &&
      (hasUnsentPhotos || (!isSending && hasUnsavedWork())),
    enableBeforeUnload: () => !isSent.current && hasUnsentPhotos,
    withResolver: true,
  });
  const stay = () => reset?.();
  const discard = () => {
    onStartOver();
    proceed?.();
  };
  const keep = () => {
    onKeep();
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
          <Button look="ink" onClick={keep}>
            Keep draft and leave
          </Button>
        </>
      }
    >
      <p className="text-muted">
        Your draft stays here until you close this tab.
        {hasUnsentPhotos && " Photos that aren't uploaded yet are lost."}
      </p>
    </Dialog>
  );
}
