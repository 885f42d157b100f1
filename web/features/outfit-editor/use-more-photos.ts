import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Upload } from "#contract/media.ts";
import { type PictureUpload, usePictureUpload } from "#web/data/picture-upload.ts";
import { announce } from "#web/lib/announce.ts";
import { toast } from "#web/lib/toast.ts";
import { pictureError } from "#web/text/picture-errors.ts";
import type { OutfitForm } from "./use-outfit-form.ts";

export interface MorePhotos {
  upload: PictureUpload;
  /** Files that are sent next. */
  waiting: number;
  /** Why a file of those added last was left out. */
  refusal: string | null;
  /** Nothing is being checked or sent, waits or failed. */
  isIdle: boolean;
  /** Sends files one after the other, as many as the outfit may still have. */
  add(files: readonly File[]): void;
  /** Drops the file being sent; the next one follows. */
  drop(): void;
  cancelAll(): void;
}

/** Uploads further photos one after the other and appends each to the form. */
export function useMorePhotos(form: OutfitForm): MorePhotos {
  const [queue, setQueue] = useState<readonly File[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const sendNext = useRef<() => void>(() => undefined);
  const take = ({ id, picture }: Upload) => {
    const photos = [...form.getValues("morePhotos"), { id, picture, altText: "", uploadedAt: Date.now() }];
    form.clearErrors("morePhotos");
    form.setValue("morePhotos", photos, { shouldDirty: true });
    announce(`Photo ${photos.length + 1} added`);
    sendNext.current();
  };
  const upload = usePictureUpload("outfit", take, (message) => {
    // The upload itself forgets it with the next file.
    setRefusal(message);
    sendNext.current();
  });
  const { state, isBusy, start, cancel } = upload;
  const send = (files: readonly File[]) => {
    const [next, ...rest] = files;
    setQueue(rest);
    if (next) start(next);
    else cancel();
  };
  // Before an upload can end or a file be refused.
  useLayoutEffect(() => {
    sendNext.current = () => send(queue);
  });
  const isFree = state.status === "idle" && !isBusy;
  const add = (files: readonly File[]) => {
    const room = limits.outfitPhotosMax - 1 - form.getValues("morePhotos").length - queue.length - (isFree ? 0 : 1);
    const pictures = files.filter((file) => pictureError("outfit", file) === undefined);
    const [wrong] = files.filter((file) => !pictures.includes(file));
    if (wrong) toast.error(pictureError("outfit", wrong) ?? "");
    setRefusal(null);
    if (pictures.length > room) toast.error("Maximum 6 photos allowed");
    const added = [...queue, ...pictures.slice(0, room)];
    if (isFree && added.length > 0) send(added);
    else setQueue(added);
  };
  const cancelAll = useCallback(() => {
    setQueue([]);
    setRefusal(null);
    cancel();
  }, [cancel]);
  return {
    upload,
    waiting: queue.length,
    refusal,
    isIdle: isFree && queue.length === 0,
    add,
    drop: () => {
      setRefusal(null);
      send(queue);
    },
    cancelAll,
  };
}
