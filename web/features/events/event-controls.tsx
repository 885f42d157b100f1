import { Link, useRouter } from "@tanstack/react-router";
import { Ban, Copy, Pencil, Trash2, Undo2 } from "lucide-react";
import { useState } from "react";
import type { Event } from "#contract/events.ts";
import { limits } from "#contract/limits.ts";
import { useCancelEvent, useDeleteEvent, useDuplicateEvent, useWithdrawEvent } from "#web/data/events.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { EventProposalView } from "./event-proposal-view.tsx";

const icon = { "aria-hidden": true, size: 16, strokeWidth: 1.75 } as const;
const stageWords = {
  draft: "This is a draft. Nobody else sees it.",
  submitted: "In review. We will notify you when it is published.",
  changes_requested: "Please change something and submit it again.",
  withdrawn: "This event is withdrawn. Nobody else sees it.",
  published: "",
} as const;

/** What the organiser and admins can do with an event. */
export function EventControls({ event }: { event: Event }) {
  const [asks, setAsks] = useState<"cancel" | "delete" | null>(null);
  if (!event.canEdit) return null;
  return (
    <section aria-label="Organise" className="mb-2 rounded-photo border border-line bg-surface p-4 md:p-5">
      {stageWords[event.status] !== "" && <p className="font-medium">{stageWords[event.status]}</p>}
      {event.reviewNote && <p className="mt-1 border-l-2 border-accent pl-3 whitespace-pre-line">{event.reviewNote}</p>}
      {event.proposal && (
        <div className="not-first:mt-4">
          <EventProposalView proposal={event.proposal} />
        </div>
      )}
      <div className="flex flex-wrap gap-2 not-first:mt-4">
        {!event.isCancelled && (
          <Link
            to="/events/$eventId/edit"
            params={{ eventId: event.id }}
            className={buttonClass(event.status === "draft" ? "primary" : "outline", "small")}
          >
            <Pencil {...icon} />
            Edit
          </Link>
        )}
        <DuplicateButton event={event} />
        <EndButtons event={event} onAsk={setAsks} />
      </div>
      {asks === "cancel" && <CancelDialog event={event} onClose={() => setAsks(null)} />}
      <DeleteDialog event={event} isOpen={asks === "delete"} onClose={() => setAsks(null)} />
    </section>
  );
}

function DuplicateButton({ event }: { event: Event }) {
  const router = useRouter();
  const duplicate = useDuplicateEvent();
  // After a reply that did not arrive, the next press gets the copy that was made.
  const [copyId, setCopyId] = useState(() => crypto.randomUUID());
  const openCopy = (copy: Event) => {
    setCopyId(crypto.randomUUID());
    void router.navigate({ to: "/events/$eventId/edit", params: { eventId: copy.id } });
  };
  return (
    <Button
      look="outline"
      size="small"
      isBusy={duplicate.isPending}
      onClick={() => duplicate.mutate({ eventId: event.id, copyId }, { onSuccess: openCopy })}
    >
      <Copy {...icon} />
      Duplicate
    </Button>
  );
}

/** The ways to take an event back, by its stage. */
function EndButtons({ event, onAsk }: { event: Event; onAsk: (what: "cancel" | "delete") => void }) {
  const withdraw = useWithdrawEvent();
  if (event.isCancelled) return null;
  if (event.status === "published") {
    // One that is over takes no replies any more, and cannot be cancelled.
    return (
      <>
        {event.proposal && (
          <Button look="outline" size="small" isBusy={withdraw.isPending} onClick={() => withdraw.mutate(event.id)}>
            <Undo2 {...icon} />
            Withdraw changes
          </Button>
        )}
        {event.isOpen && (
          <Button look="danger" size="small" onClick={() => onAsk("cancel")}>
            <Ban {...icon} />
            Cancel event
          </Button>
        )}
      </>
    );
  }
  const isPending = event.status === "submitted" || event.status === "changes_requested";
  return (
    <>
      {isPending && (
        <Button look="outline" size="small" isBusy={withdraw.isPending} onClick={() => withdraw.mutate(event.id)}>
          <Undo2 {...icon} />
          Withdraw
        </Button>
      )}
      {event.canDelete && (
        <Button look="danger" size="small" onClick={() => onAsk("delete")}>
          <Trash2 {...icon} />
          Delete
        </Button>
      )}
    </>
  );
}

function CancelDialog({ event, onClose }: { event: Event; onClose: () => void }) {
  const cancel = useCancelEvent();
  const [reason, setReason] = useState("");
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Cancel this event?"
      size="small"
      footer={
        <>
          <Button look="outline" onClick={onClose}>
            Keep it
          </Button>
          <Button
            look="danger"
            isBusy={cancel.isPending}
            onClick={() =>
              cancel.mutate({ eventId: event.id, reason: reason.trim() || null }, { onSuccess: () => onClose() })
            }
          >
            Cancel event
          </Button>
        </>
      }
    >
      <p className="pb-4 text-muted">Everyone who replied will be notified. This can't be undone.</p>
      <Field label="Why?" hint="Optional; everyone who replied will see it.">
        {(control) => (
          <Textarea
            {...control}
            value={reason}
            maxLength={limits.eventCancelReasonCharsMax}
            onChange={(change) => setReason(change.target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}

function DeleteDialog({ event, isOpen, onClose }: { event: Event; isOpen: boolean; onClose: () => void }) {
  const remove = useDeleteEvent();
  const router = useRouter();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => remove.mutate(event.id, { onSuccess: () => void router.navigate({ to: "/events/mine" }) })}
      isBusy={remove.isPending}
      title="Delete this event?"
      confirmLabel="Delete"
    >
      {event.title}
    </ConfirmDialog>
  );
}
