import { useRouter } from "@tanstack/react-router";
import { useLayoutEffect, useRef, useState } from "react";
import type { Outfit } from "#contract/outfits.ts";
import { toast } from "#web/lib/toast.ts";
import { type DraftKey, deleteDraft, readDraft, saveDraft } from "./draft-store.ts";
import type { OutfitFields } from "./outfit-form.ts";
import { isSame, type OutfitForm, showRefusal } from "./use-outfit-form.ts";

interface SaveOptions {
  form: OutfitForm;
  draftKey: DraftKey;
  endDraft: () => void;
  hasUnsentPhotos: boolean;
  onSubmit: (fields: OutfitFields) => Promise<{ outfit: Outfit }>;
  onDone: () => void;
}

/** Sends the outfit, and goes on once it is saved: not from where the member has gone meanwhile, nor over what they have typed. */
export function useSave({ form, draftKey, endDraft, hasUnsentPhotos, onSubmit, onDone }: SaveOptions) {
  const router = useRouter();
  const isStillHere = useIsStillHere();
  const areUnsent = useRef(hasUnsentPhotos);
  useLayoutEffect(() => void (areUnsent.current = hasUnsentPhotos), [hasUnsentPhotos]);
  return async (sent: OutfitFields) => {
    let outfit: Outfit;
    try {
      ({ outfit } = await onSubmit(sent));
    } catch (error) {
      return showRefusal(form, error);
    }
    const ofSaved = { ...draftKey, outfitId: outfit.id, basedOn: outfit.updatedAt };
    if (!isStillHere()) return leaveDraft(draftKey, sent, ofSaved);
    endDraft();
    const fields = form.getValues();
    if (isSame(fields, sent) && !areUnsent.current) return onDone();
    // An edit's form begins anew with the outfit as it was saved, and finds its draft.
    saveDraft(ofSaved, withPosted(fields, sent));
    if (areUnsent.current) toast.info("Please choose your photo again.");
    toast.info("What you changed meanwhile is still here: please press Update Outfit.");
    if (draftKey.outfitId === null) {
      await router.navigate({ to: "/edit-outfit/$outfitId", params: { outfitId: outfit.id } });
    }
  };
}

/** Takes what was sent out of the drafts. What was typed since goes on in the outfit's edit; the next outfit's draft stays. */
function leaveDraft(key: DraftKey, sent: OutfitFields, ofSaved: DraftKey): void {
  const draft = readDraft(key);
  if (draft === null) return;
  const isOfNext = key.outfitId === null && draft.image?.id !== sent.image?.id;
  if (isOfNext) return;
  deleteDraft(key);
  if (!isSame(draft, sent)) saveDraft(ofSaved, withPosted(draft, sent));
}

/** Photos that were sent are the outfit's now, which keeps them: they are not lost a day after they were uploaded. */
function withPosted(fields: OutfitFields, sent: OutfitFields): OutfitFields {
  const ids = new Set([sent.image?.id, ...sent.morePhotos.map(({ id }) => id)]);
  const keep = <Photo extends { id: string | null; uploadedAt?: number | undefined }>(photo: Photo): Photo =>
    ids.has(photo.id) ? { ...photo, uploadedAt: undefined } : photo;
  return { ...fields, image: fields.image && keep(fields.image), morePhotos: fields.morePhotos.map(keep) };
}

/** Tells whether the member has not left: the address changes before the form is taken down, and may lead to another one. */
function useIsStillHere(): () => boolean {
  const router = useRouter();
  const [here] = useState(router.latestLocation.pathname);
  const isMounted = useRef(false);
  useLayoutEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  return () => isMounted.current && router.latestLocation.pathname === here;
}
