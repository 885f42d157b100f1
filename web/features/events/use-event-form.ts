import { useLayoutEffect, useRef, useState } from "react";
import type { Event } from "#contract/events.ts";
import type { EventForm } from "#contract/event-form.ts";
import { ApiError } from "#web/api/api-error.ts";
import { type NewerEvent, useSaveEvent } from "#web/data/events.ts";
import { usePictureUpload } from "#web/data/picture-upload.ts";
import { errorMessage } from "#web/text/errors.ts";
import { toast } from "#web/lib/toast.ts";
import {
  areSame,
  checkFields,
  type DraftKey,
  type EventFields,
  type FieldErrors,
  keep,
  keyOf,
  readKept,
  readRefusal,
  type Saves,
  toBody,
} from "./event-form.ts";
import { isUnanswered, useEventConflict } from "./use-event-conflict.ts";

type Intent = EventForm["intent"];
type OnSaved = (event: Event, intent: Intent) => void;

/** The form's fields, what is wrong with them, and the ways to send them. */
export function useEventForm(opened: DraftKey, initial: EventFields, onSaved: OnSaved) {
  const { key, setMade } = useMade(opened);
  const { fields, setFields, latest, setTouched, newId, sent, saves } = useKeptFields(key, initial);
  const { errors, ...faults } = useFieldErrors();
  const save = useSaveEvent(key.eventId);
  const upload = usePictureUpload("outfit", ({ id, picture }) => change({ cover: { id, picture } }));
  const isUploading = useRef(false);
  useLayoutEffect(() => void (isUploading.current = upload.isBusy), [upload.isBusy]);
  const { userId, eventId } = key;
  const conflict = useEventConflict({ userId, eventId, newId, sent, latest, take, change, begin, save: submit });
  const isSaving = save.isPending || conflict.isLoading;

  function change(part: Partial<EventFields>): void {
    setTouched(true);
    setFields((last) => ({ ...last, ...part }));
    faults.forget(part);
  }

  /** What was sent before says nothing of what happens to this one. */
  function take(found: NewerEvent): void {
    saves.end();
    setMade(found.event);
    // The form of the event that a new one has become loads it itself.
    if (opened.eventId !== null) found.take();
  }

  function begin(next: EventFields): void {
    upload.cancel();
    keep(key, null);
    setTouched(false);
    faults.show({});
    setFields(next);
  }

  async function submit(intent: Intent, basedOn = key.basedOn): Promise<void> {
    const sending = latest.current;
    const found = checkFields(sending, intent);
    if (upload.isBusy) found.cover = "Your cover is still uploading";
    if (Object.keys(found).length > 0) return faults.show(found);
    // Also a form that was restored and not changed since.
    setTouched(true);
    saves.begin(sending);
    try {
      const event = await save.mutateAsync({ ...toBody(sending, intent), newId, basedOn });
      saves.end();
      setMade(event);
      if (isUploading.current || !areSame(sending, latest.current)) return goOn(event);
      keep(key, null);
      setTouched(false);
      onSaved(event, intent);
    } catch (error) {
      saves.fail(sending, error);
      if (conflict.takeFailure(error, intent)) return;
      const refused = readRefusal(error);
      if (Object.keys(refused).length > 0) faults.show(refused);
      else toast.error(errorMessage(error, "Failed to save event"));
    }
  }

  /** What was typed while a save was on its way stays, in the form of the event that was saved; no upload can be taken there. */
  function goOn(event: Event): void {
    if (isUploading.current && eventId === null) toast.info("Please choose your cover again.");
    if (eventId === null) conflict.goOnIn(event, latest.current);
    toast.info("Your event was saved. What you changed meanwhile is still here: please save again.");
  }

  return { fields, errors, change, upload, submit, isSaving, conflict: conflict.dialog };
}

/** What the form changes: what a save of a new event has made, until the next page has come. */
function useMade(opened: DraftKey) {
  const [made, setMade] = useState<Event | null>(null);
  return { key: made && opened.eventId === null ? keyOf(opened.userId, made) : opened, setMade };
}

/** The fields and the saves, kept in the draft once something was changed. */
function useKeptFields({ userId, eventId, basedOn }: DraftKey, initial: EventFields) {
  const [kept] = useState(() => readKept({ userId, eventId, basedOn }, initial));
  const [fields, setFields] = useState<EventFields>(kept?.fields ?? initial);
  const latest = useRef(fields);
  const { newId, sent, ...saves } = useSaves(kept?.saves ?? null);
  const [isTouched, setTouched] = useState(false);
  useLayoutEffect(() => {
    latest.current = fields;
    if (isTouched) keep({ userId, eventId, basedOn }, fields, sent && { newId, sent });
  }, [isTouched, fields, sent, newId, userId, eventId, basedOn]);
  return { fields, setFields, latest, setTouched, newId, sent, saves };
}

/** The saves of the form, also those before a reload. */
function useSaves(kept: Saves | null) {
  // Pressed again after a lost answer, 'Save' changes the event that it made before.
  const [newId, setNewId] = useState(() => kept?.newId ?? crypto.randomUUID());
  const [sent, setSent] = useState(kept?.sent ?? null);
  return {
    newId,
    /** What may have been saved, as no answer says that it was not; null before the first save. */
    sent,
    begin: (fields: EventFields) => setSent((before) => [...(before ?? []), fields]),
    end: () => setSent([]),
    fail: (fields: EventFields, error: unknown) => {
      if (isUnanswered(error)) return;
      setSent((before) => before && before.toSpliced(before.lastIndexOf(fields), 1));
      // The new event that an earlier try has made was cancelled since: the next one makes another.
      if (error instanceof ApiError && error.code === "event.wrong_status") setNewId(crypto.randomUUID());
    },
  };
}

function useFieldErrors() {
  const [errors, setErrors] = useState<FieldErrors>({});
  return {
    errors,
    /** The focus goes to the first field with one. */
    show: (found: FieldErrors) => {
      setErrors(found);
      const [first] = Object.keys(found);
      document.querySelector<HTMLElement>(`[data-field="${first}"] :is(input, textarea, select, button)`)?.focus();
    },
    forget: (fields: Partial<EventFields>) =>
      setErrors((last) => {
        const left = { ...last };
        for (const name of Object.keys(fields)) delete left[name as keyof EventFields];
        return left;
      }),
  };
}
