import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { type PictureUpload, usePictureUpload } from "#web/data/picture-upload.ts";
import { useSharedPhotos } from "#web/data/use-shared-photos.ts";
import { toast } from "#web/lib/toast.ts";
import { usePastedPicture } from "#web/lib/use-pasted-picture.ts";
import { setPhotos, withCover } from "./photo-order.ts";
import type { MorePhotos } from "./use-more-photos.ts";
import type { OutfitForm } from "./use-outfit-form.ts";
import type { Share } from "./use-share.ts";

/** A new cover does not take over what describes the one before it. */
export function useCoverUpload(form: OutfitForm): PictureUpload {
  const formerAltText = useRef("");
  const upload = usePictureUpload("outfit", ({ id, picture }) => {
    const { image, altText } = form.getValues();
    // What was typed since the upload began is about the new photo.
    if (image && altText === formerAltText.current) form.setValue("altText", "", { shouldDirty: true });
    form.setValue("image", { id, picture, uploadedAt: Date.now() }, { shouldValidate: true, shouldDirty: true });
    toast.success("Image uploaded successfully!");
  });
  const file = upload.state.status === "idle" ? null : upload.state.file;
  useLayoutEffect(() => {
    formerAltText.current = form.getValues("altText");
  }, [file, form]);
  return upload;
}

export interface PhotoTargets {
  form: OutfitForm;
  upload: PictureUpload;
  more: MorePhotos;
}

/** Whether nothing is being sent, and nothing has failed. */
export const isSettled = ({ state }: PictureUpload): boolean => state.status === "idle" || state.status === "done";

/** Photos that are pasted, or shared by another app: nobody has asked to replace the cover of a draft. */
export function usePhotosFromElsewhere({ form, upload, more }: PhotoTargets, share: Share): void {
  const take = (files: readonly File[]) => {
    const isFirst = form.getValues("image") === null && !upload.isBusy;
    const cover = isFirst ? files[0] : undefined;
    const others = cover ? files.slice(1) : files;
    if (cover) upload.start(cover);
    if (others.length > 0) more.add(others);
  };
  usePastedPicture((file) => take([file]));
  const areShared = share.shared === "photo";
  const [areTaken, setTaken] = useState(false);
  useSharedPhotos(areShared, (photos) => {
    if (photos.length === 0) return share.note("lost");
    take(photos);
    setTaken(true);
  });
  // Until then a reload loses them, and the form has to say so.
  const areUploaded = areShared && areTaken && isSettled(upload) && !upload.isBusy && more.isIdle;
  const forget = useEffectEvent(() => share.note(undefined));
  useEffect(() => {
    if (areUploaded) forget();
  }, [areUploaded]);
}

/** Further photos may arrive before the cover, which may be stopped or fail: then the first of them is the cover. */
export function useNextCover(form: OutfitForm, { state, isBusy }: PictureUpload): void {
  const isMissing = useWatch({
    control: form.control,
    compute: ({ image, morePhotos }) => image === null && morePhotos.length > 0,
  });
  const isFree = state.status === "idle" && !isBusy;
  useEffect(() => {
    if (isMissing && isFree) setPhotos(form, withCover(form.getValues()));
  }, [isMissing, isFree, form]);
}
