import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type FieldErrors, type Path, type Resolver, set, useForm, type UseFormReturn } from "react-hook-form";
import { ApiError } from "#web/api/api-error.ts";
import { afterPress } from "#web/lib/press.ts";
import { errorMessage } from "#web/text/errors.ts";
import { checkOutfit, type Original, toFieldPath } from "./check-outfit.ts";
import { type DraftKey, deleteDraft, saveDraft, readDraft } from "./draft-store.ts";
import type { OutfitFields } from "./outfit-form.ts";
import { withoutLostPhotos, withPostedPictures } from "./photo-order.ts";

const draftDelayMs = 300;

export type OutfitForm = UseFormReturn<OutfitFields>;

interface OutfitFormOptions {
  draftKey: DraftKey;
  /** What the form holds without a draft. */
  initial: OutfitFields;
  /** The texts before an edit. */
  original?: Original | undefined;
}

/** The form's state: starts from the saved draft, is validated by the contract and saved on every change. */
export function useOutfitForm({ draftKey, initial, original }: OutfitFormOptions) {
  const [{ draft, isDropped, hasLostPhotos }] = useState(() => restoreDraft(draftKey, initial));
  const formRef = useRef<OutfitForm>(null);
  const resolver: Resolver<OutfitFields> = useMemo(() => {
    const check = afterPress((fields: OutfitFields) => toResult(fields, original));
    return (fields, _context, { names }) => {
      // A card that is added or removed has the whole list checked: that shows no errors of fields that nobody has left.
      const isListCheck = names?.length === 1 && names[0] === "items";
      const isShown = (path: string) => formRef.current?.getFieldState(path as Path<OutfitFields>).error !== undefined;
      return isListCheck ? toResult(fields, original, isShown) : check(fields);
    };
  }, [original]);
  const form = useForm<OutfitFields>({ defaultValues: draft ?? initial, resolver, mode: "onTouched" });
  useLayoutEffect(() => {
    formRef.current = form;
  }, [form]);
  useEffect(() => {
    if (!hasLostPhotos) return;
    const name = form.getValues("image") === null ? "image" : "morePhotos";
    form.setError(name, { type: "lost", message: "Please choose your photo again." });
  }, [form, hasLostPhotos]);
  const { userId, outfitId, basedOn } = draftKey;
  useEffect(() => {
    if (isDropped) deleteDraft({ userId, outfitId, basedOn });
  }, [isDropped, userId, outfitId, basedOn]);
  return { form, wasRestored: draft !== null, wasDropped: isDropped, ...useSavedDraft(form, draftKey, initial) };
}

function restoreDraft(key: DraftKey, initial: OutfitFields) {
  let isDropped = false;
  const saved = readDraft(key, (outdated) => {
    // What is posted already, as after a lost answer, is no loss.
    isDropped = !isSame(outdated, initial);
    return false;
  });
  const left = saved && withoutLostPhotos(saved);
  return { draft: left && withPostedPictures(left, initial), isDropped, hasLostPhotos: left !== saved };
}

function toResult(fields: OutfitFields, original: Original | undefined, isWanted = (_path: string) => true) {
  const fieldErrors = checkOutfit(fields, original);
  if (fieldErrors.size === 0) return { values: fields, errors: {} };
  const errors: FieldErrors<OutfitFields> = {};
  for (const [path, message] of fieldErrors) if (isWanted(path)) set(errors, path, { type: "rule", message });
  return { values: {}, errors };
}

/**
 * Writes the draft a moment after each change, and at once when the page is being left: before the next screen is rendered, which
 * may be the same form. None once the outfit is sent.
 */
function useSavedDraft(form: OutfitForm, key: DraftKey, initial: OutfitFields) {
  const isSent = useRef(false);
  const router = useRouter();
  const { userId, outfitId, basedOn } = key;
  const keepDraft = useCallback(() => {
    if (isSent.current) return;
    const stableKey = { userId, outfitId, basedOn };
    const fields = form.getValues();
    if (isSame(fields, initial)) deleteDraft(stableKey);
    else saveDraft(stableKey, fields);
  }, [form, initial, userId, outfitId, basedOn]);
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      keepDraft();
    };
    const saveSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(keep, draftDelayMs);
    };
    const stop = form.subscribe({ formState: { values: true }, callback: saveSoon });
    const savePending = () => timer !== undefined && keep();
    const stopListening = router.subscribe("onBeforeNavigate", savePending);
    addEventListener("pagehide", savePending);
    return () => {
      stop();
      stopListening();
      savePending();
      removeEventListener("pagehide", savePending);
    };
  }, [form, router, keepDraft]);
  const endDraft = useCallback(() => {
    isSent.current = true;
    deleteDraft({ userId, outfitId, basedOn });
  }, [userId, outfitId, basedOn]);
  const beginDraft = useCallback(() => {
    isSent.current = false;
  }, []);
  return { isSent, keepDraft, endDraft, beginDraft };
}

export function isSame(a: OutfitFields, b: OutfitFields): boolean {
  return JSON.stringify(toComparable(a)) === JSON.stringify(toComparable(b));
}

/** Key order must not matter, and the picture is known by its address. */
function toComparable(fields: OutfitFields) {
  const { image, morePhotos, isAiMade, title, description, altText, styleId, tags, tagEntry, items } = fields;
  const photos = morePhotos.map((photo) => [photo.picture.url, photo.altText]);
  const cards = items.map((item) => [item.category, item.brand, item.productName, item.productUrl, item.spot]);
  return [image?.picture.url ?? null, photos, isAiMade, title, description, altText, styleId, tags, tagEntry, cards];
}

/** Shows server errors at the fields they name; returns whether there were any. */
export function showRefusal(form: OutfitForm, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const fields = form.getValues();
  for (const { path, message } of error.issues) {
    form.setError(toFieldPath(path, fields) as Path<OutfitFields>, { type: "server", message });
  }
  if (error.code === "style.not_found") form.setError("styleId", { type: "server", message: errorMessage(error) });
  return error.issues.length > 0 || error.code === "style.not_found";
}
