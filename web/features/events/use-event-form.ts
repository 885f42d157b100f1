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

/** The form's fields, what is wrong with them, and the ways to send them. */
export function useEventForm(
  key: DraftKey,
  initial: EventFields,
  onSaved: (event: Event, intent: EventForm["intent"]) => void,
) {
  const [fields, setFields] = useState<EventFields>(() => readKept(key) ?? initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isTouched, setTouched] = useState(false);
  const save = useSaveEvent(key.eventId);
  const upload = usePictureUpload("outfit", ({ id, picture }) => change({ cover: { id, picture } }));
  const { userId, eventId, basedOn } = key;
  useLayoutEffect(() => {
    if (isTouched) keep({ userId, eventId, basedOn }, fields);
  }, [isTouched, fields, userId, eventId, basedOn]);

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

  async function submit(intent: EventForm["intent"]): Promise<void> {
    const found = checkFields(fields, intent);
    if (upload.state.status === "sending") found.cover = "Your cover is still uploading";
    if (Object.keys(found).length > 0) return showErrors(found);
    try {
      const event = await save.mutateAsync(toBody(fields, intent));
      keep(key, null);
      setTouched(false);
      onSaved(event, intent);
    } catch (error) {
      const refused = readRefusal(error);
      if (Object.keys(refused).length > 0) showErrors(refused);
      else toast.error(errorMessage(error, "Failed to save event"));
    }
  }

  return { fields, errors, change, upload, submit, isSaving: save.isPending };
}
