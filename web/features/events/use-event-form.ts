import { useLayoutEffect, useState } from "react";
import type { Event } from "#contract/events.ts";
import type { EventForm } from "#contract/event-form.ts";
import { useSaveEvent } from "#web/data/events.ts";
import { usePictureUpload } from "#web/data/picture-upload.ts";
import { errorMessage } from "#web/text/errors.ts";
import { toast } from "#web/lib/toast.ts";
import {
  checkFields,
  type DraftKey,
  type EventFields,
  type FieldErrors,
  keep,
  readKept,
  readRefusal,
  toBody,
} from "./event-form.ts";
import { useEventConflict } from "./use-event-conflict.ts";

type Intent = EventForm["intent"];
type OnSaved = (event: Event, intent: Intent) => void;

/** The form's fields, what is wrong with them, and the ways to send them. */
export function useEventForm(key: DraftKey, initial: EventFields, onSaved: OnSaved) {
  const [kept] = useState(() => readKept(key, initial));
  const [fields, setFields] = useState<EventFields>(kept?.fields ?? initial);
  // Pressed again after a lost answer, 'Save' changes the event that it made before.
  const [newId] = useState(() => kept?.newId ?? crypto.randomUUID());
  const [isSent, setSent] = useState(kept?.newId !== undefined);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isTouched, setTouched] = useState(false);
  const save = useSaveEvent(key.eventId);
  const upload = usePictureUpload("outfit", ({ id, picture }) => change({ cover: { id, picture } }));
  const { userId, eventId, basedOn } = key;
  const conflict = useEventConflict({ userId, eventId, newId, fields, change, begin, save: submit });
  const isSaving = save.isPending || conflict.isLoading;
  useLayoutEffect(() => {
    if (isTouched) keep({ userId, eventId, basedOn }, fields, isSent ? newId : undefined);
  }, [isTouched, fields, isSent, newId, userId, eventId, basedOn]);

  function change(part: Partial<EventFields>): void {
    setTouched(true);
    setFields((last) => ({ ...last, ...part }));
    setErrors((last) => {
      const left = { ...last };
      for (const name of Object.keys(part)) delete left[name as keyof EventFields];
      return left;
    });
  }

  function showErrors(found: FieldErrors): void {
    setErrors(found);
    const [first] = Object.keys(found);
    document.querySelector<HTMLElement>(`[data-field="${first}"] :is(input, textarea, select, button)`)?.focus();
  }

  function begin(next: EventFields): void {
    upload.cancel();
    keep(key, null);
    setTouched(false);
    setErrors({});
    setFields(next);
  }

  async function submit(intent: Intent, basedOn = key.basedOn): Promise<void> {
    const found = checkFields(fields, intent);
    if (upload.isBusy) found.cover = "Your cover is still uploading";
    if (Object.keys(found).length > 0) return showErrors(found);
    // Also a form that was restored and not changed since.
    setTouched(true);
    setSent(true);
    try {
      const event = await save.mutateAsync({ ...toBody(fields, intent), newId, basedOn });
      keep(key, null);
      setTouched(false);
      onSaved(event, intent);
    } catch (error) {
      if (conflict.takeFailure(error, intent)) return;
      const refused = readRefusal(error);
      if (Object.keys(refused).length > 0) showErrors(refused);
      else toast.error(errorMessage(error, "Failed to save event"));
    }
  }

  return { fields, errors, change, upload, submit, isSaving, conflict: conflict.dialog };
}
