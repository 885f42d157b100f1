import { useState } from "react";
import type { EventForm } from "#contract/event-form.ts";
import { type NewerEvent, useNewerEvent } from "#web/data/events.ts";

interface RefusedSave {
  eventId: string;
  intent: EventForm["intent"];
}
type Choose = (newer: NewerEvent, intent: EventForm["intent"]) => void;

/** The question that a save asks where the event was changed somewhere else. */
export function useEventConflict(on: { onTakeTheirs: Choose; onKeepMine: Choose }) {
  const [refused, setRefused] = useState<RefusedSave | null>(null);
  const newer = useNewerEvent();
  const settle = (choose: Choose) => {
    if (refused === null) return;
    const onSuccess = (found: NewerEvent) => {
      setRefused(null);
      choose(found, refused.intent);
    };
    newer.mutate(refused.eventId, { onSuccess });
  };
  return {
    ask: setRefused,
    dialog: {
      isOpen: refused !== null,
      isBusy: newer.isPending,
      onLater: () => setRefused(null),
      onTakeTheirs: () => settle(on.onTakeTheirs),
      onKeepMine: () => settle(on.onKeepMine),
    },
  };
}
