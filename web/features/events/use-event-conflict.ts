import { type RefObject, useState } from "react";
import { useRouter } from "@tanstack/react-router";
import type { Event } from "#contract/events.ts";
import type { EventForm } from "#contract/event-form.ts";
import { ApiError } from "#web/api/api-error.ts";
import { type NewerEvent, useNewerEvent } from "#web/data/events.ts";
import { toast } from "#web/lib/toast.ts";
import { type EventFields, isOneOf, keep, keyOf, toFields } from "./event-form.ts";

type Intent = EventForm["intent"];

interface Form {
  userId: string;
  /** Null for a new one. */
  eventId: string | null;
  /** The id that a new one is sent with. */
  newId: string;
  /** What may have been saved, as no answer of the server says that it was not. */
  sent: readonly EventFields[] | null;
  /** What is in the form by the time that an answer comes. */
  latest: RefObject<EventFields>;
  /** Changes this one from now on. */
  take: (found: NewerEvent) => void;
  change: (part: Partial<EventFields>) => void;
  /** Begins anew with these fields. */
  begin: (fields: EventFields) => void;
  /** Saves the form over the event that was last changed at `basedOn`. */
  save: (intent: Intent, basedOn: string) => Promise<void>;
}

/** The question that a save asks where the event was changed somewhere else. */
export function useEventConflict(form: Form) {
  /** What the refused save was to do. */
  const [refused, setRefused] = useState<Intent | null>(null);
  const newer = useNewerEvent();
  const { read, goOnIn, keepMine, takeTheirs } = useChoices(form);
  const eventId = form.eventId ?? form.newId;
  const ask = (intent: Intent) => {
    const { sent } = form;
    if (!sent?.length) return setRefused(intent);
    newer.mutate(eventId, {
      onError: () => setRefused(intent),
      onSuccess: (found) => {
        // Where nobody else changed it, a save from here landed, and only its answer was lost.
        if (!isOneOf(read(found.event), sent)) return setRefused(intent);
        form.take(found);
        keepMine(found, intent);
      },
    });
  };
  const settle = (choose: (newer: NewerEvent, intent: Intent) => void) => {
    if (refused === null) return;
    const onSuccess = (found: NewerEvent) => {
      setRefused(null);
      form.take(found);
      choose(found, refused);
    };
    newer.mutate(eventId, { onSuccess });
  };
  return {
    goOnIn,
    /** Whether a save of the form failed with a conflict, which is asked about here. */
    takeFailure(error: unknown, intent: Intent): boolean {
      if (!isConflict(error)) return false;
      ask(intent);
      return true;
    },
    isLoading: newer.isPending,
    dialog: {
      isOpen: refused !== null,
      isBusy: newer.isPending,
      onLater: () => {
        // A choice that waits for an answer is taken back.
        newer.reset();
        setRefused(null);
      },
      onTakeTheirs: () => settle(takeTheirs),
      onKeepMine: () => settle(keepMine),
    },
  };
}

/** What the form does with the newer event. */
function useChoices(form: Form) {
  const router = useRouter();
  const read = (event: Event) => toFields(event, event.organiser.id === form.userId);

  /** Leaves the form of a new event for that of the one which a try has made, with these fields or its own. */
  function goOnIn(event: Event, fields: EventFields | null): void {
    form.begin(fields ?? read(event));
    keep(keyOf(form.userId, event), fields);
    void router.navigate({ to: "/events/$eventId/edit", params: { eventId: event.id }, replace: true });
  }

  return {
    read,
    goOnIn,
    takeTheirs({ event }: NewerEvent): void {
      if (form.eventId === null) goOnIn(event, null);
      else form.begin(read(event));
    },
    /** Saves the form over the newer event, unless that would do what nobody has seen yet: then it is looked at first. */
    keepMine({ event, isMoved }: NewerEvent, intent: Intent): void {
      if (form.eventId === null) {
        goOnIn(event, form.latest.current);
        return toast.info("This event was saved before. Your changes are still here: please save again.");
      }
      const { cover, coverAlt } = read(event);
      const mine = form.latest.current.cover;
      // What was not chosen here is what the event had: it may have another by now, or its first one; the alt text goes with it.
      const hasOtherCover = (mine?.id ?? null) === null && mine?.picture.url !== cover?.picture.url;
      form.change(hasOtherCover ? { cover, coverAlt } : {});
      if (hasOtherCover) toast.info("The cover was changed there and is shown here now. Please save again.");
      else if (isMoved)
        toast.info("The event is at another stage now. Your changes are still here: please save again.");
      else void form.save(intent, event.updatedAt);
    },
  };
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === "event.conflict";
/** No answer of the server itself, or one that leaves open what it did. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
