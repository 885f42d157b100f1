import { useRef, useState } from "react";
import type { Event } from "#contract/events.ts";
import type { EventForm } from "#contract/event-form.ts";
import { ApiError } from "#web/api/api-error.ts";
import { type NewerEvent, useNewerEvent } from "#web/data/events.ts";
import { toast } from "#web/lib/toast.ts";
import { areSame, type EventFields, toFields } from "./event-form.ts";

interface RefusedSave {
  eventId: string;
  intent: EventForm["intent"];
}

interface Form {
  userId: string;
  /** Null for a new one. */
  eventId: string | null;
  fields: EventFields;
  change: (part: Partial<EventFields>) => void;
  /** Begins anew with these fields. */
  begin: (fields: EventFields) => void;
  /** Saves the form over the event that was last changed at `basedOn`. */
  save: (intent: EventForm["intent"], basedOn: string) => Promise<void>;
}

/** The question that a save asks where the event was changed somewhere else. */
export function useEventConflict(form: Form) {
  const [refused, setRefused] = useState<RefusedSave | null>(null);
  /** Saves that may have landed although no answer came. */
  const unanswered = useRef<EventFields[]>([]);
  const newer = useNewerEvent();
  const read = (event: Event) => toFields(event, event.organiser.id === form.userId);
  const ask = (save: RefusedSave) => {
    if (unanswered.current.length === 0) return setRefused(save);
    newer.mutate(save.eventId, {
      onError: () => setRefused(save),
      onSuccess: (found) => {
        const shown = read(found.event);
        // Nobody else changed it: a save from here landed, and only its answer was lost.
        if (!unanswered.current.some((sent) => areSame(sent, shown))) return setRefused(save);
        found.take();
        keepMine(found, save.intent);
      },
    });
  };
  const settle = (choose: (newer: NewerEvent, intent: EventForm["intent"]) => void) => {
    if (refused === null) return;
    const onSuccess = (found: NewerEvent) => {
      setRefused(null);
      found.take();
      choose(found, refused.intent);
    };
    newer.mutate(refused.eventId, { onSuccess });
  };

  /** Saves the form over the newer event, unless that would do what nobody has seen yet: then it is looked at first. */
  function keepMine({ event, isMoved }: NewerEvent, intent: EventForm["intent"]): void {
    const { cover, coverAlt } = read(event);
    const mine = form.fields.cover;
    // The event has the former cover no more; its alt text goes with it.
    const hasOtherCover = mine?.id === null && mine.picture.url !== cover?.picture.url;
    form.change(hasOtherCover ? { cover, coverAlt } : {});
    if (hasOtherCover) toast.info("The cover was changed there and is shown here now. Please save again.");
    else if (isMoved) toast.info("The event is at another stage now. Your changes are still here: please save again.");
    else void form.save(intent, event.updatedAt);
  }

  return {
    /** Notes how a save of the form failed; true if that is a conflict, which is asked about here. */
    takeFailure(error: unknown, intent: EventForm["intent"]): boolean {
      if (isUnanswered(error)) unanswered.current.push(form.fields);
      if (form.eventId === null || !isConflict(error)) return false;
      ask({ eventId: form.eventId, intent });
      return true;
    },
    isLoading: newer.isPending,
    dialog: {
      isOpen: refused !== null,
      isBusy: newer.isPending,
      onLater: () => setRefused(null),
      onTakeTheirs: () => settle(({ event }) => form.begin(read(event))),
      onKeepMine: () => settle(keepMine),
    },
  };
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === "event.conflict";
/** No answer of the server itself, or one that leaves open what it did. */
const isUnanswered = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
