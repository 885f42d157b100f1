import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import type { DetectedItem, Detection, PictureBox } from "#contract/detection.ts";
import type { Style } from "#contract/styles.ts";
import { type DetectionWish, detectionHelpQuery, useDetectClothing } from "#web/data/detection.ts";
import { toast } from "#web/lib/toast.ts";
import type { OutfitFields } from "./outfit-form.ts";
import { addSuggestion, keyOf, removeSuggestion, toSuggestions } from "./suggestions.ts";
import type { OutfitForm } from "./use-outfit-form.ts";

interface DetectionOptions {
  form: OutfitForm;
  styles: readonly Style[];
  /** Whose cover is read while it has not been replaced. */
  outfitId: string | null;
}

export type OutfitDetection = ReturnType<typeof useDetection>;

/** Detection of clothes in the cover, and what the member made of the suggestions. */
export function useDetection({ form, styles, outfitId }: DetectionOptions) {
  const image = useWatch({ control: form.control, name: "image" });
  const help = useQuery({ ...detectionHelpQuery, enabled: image !== null }).data;
  const detect = useDetectClothing();
  const [found, setFound] = useState<{ url: string; detection: Detection } | null>(null);
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  const [outlined, setOutlined] = useState<{ box: PictureBox; isWanted: boolean } | null>(null);
  const [running, setRunning] = useState<AbortController | null>(null);
  useEffect(() => () => running?.abort(), [running]);

  const url = image?.picture.url;
  const imageId = image?.id ?? null;
  const detection = found !== null && found.url === url ? found.detection : null;
  const suggestions = detection ? toSuggestions(detection) : [];
  const setItems = (items: ReturnType<typeof addSuggestion>) =>
    form.setValue("items", items, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });

  /** Fills only what is empty: nothing that was typed is replaced. */
  const fill = (next: Detection) => {
    const fields = form.getValues();
    if (fields.title.trim() === "" && next.title !== "") form.setValue("title", next.title, { shouldDirty: true });
    const style = styles.find(({ name }) => name === next.style);
    if (fields.styleId === "" && style) form.setValue("styleId", style.id, { shouldDirty: true });
    // Another person's suggestions replace those that were not accepted or edited.
    const kept = suggestions.filter((item) => !accepted.has(keyOf(item))).reduce(removeSuggestion, fields.items);
    setItems(toSuggestions(next).reduce((cards, item) => addSuggestion(cards, item, imageId), kept));
  };

  const start = async (point?: { x: number; y: number }) => {
    const picture = toPicture(image, outfitId);
    if (!picture || url === undefined) return;
    const controller = new AbortController();
    setRunning(controller);
    const next = await detect.mutateAsync({ picture, point, signal: controller.signal }).catch(() => null);
    const isCancelled = controller.signal.aborted;
    setRunning((current) => (current === controller ? null : current));
    // The photo may have been replaced meanwhile.
    if (!next || isCancelled || form.getValues("image")?.picture.url !== url) return;
    fill(next);
    setFound({ url, detection: next });
    setAccepted(new Set());
    announceCount(next);
  };

  return {
    help,
    start,
    cancel: () => setRunning(null),
    isRunning: running !== null,
    imageId,
    suggestions,
    people: detection?.people ?? [],
    isAccepted: (item: DetectedItem) => accepted.has(keyOf(item)),
    accept: (item: DetectedItem) => setAccepted(new Set([...accepted, keyOf(item)])),
    dismiss: (item: DetectedItem) => setItems(removeSuggestion(form.getValues("items"), item)),
    undo: (item: DetectedItem) => {
      setAccepted(new Set([...accepted].filter((key) => key !== keyOf(item))));
      setItems(addSuggestion(form.getValues("items"), item, imageId));
    },
    outlined,
    /** `isWanted` by a press, which may scroll to the photo; hovering never does. */
    outline: (box: PictureBox | null, isWanted = false) => setOutlined(box && { box, isWanted }),
  };
}

/** An upload by its id; the cover of a posted outfit, which has none in the form, by the outfit. */
function toPicture(image: OutfitFields["image"], outfitId: string | null): DetectionWish["picture"] | null {
  if (!image) return null;
  if (image.id !== null) return { imageId: image.id };
  return outfitId === null ? null : { outfitId };
}

function announceCount(found: Detection): void {
  const count = toSuggestions(found).length;
  if (count === 0) toast.info("No clothing was found in this photo");
  else
    toast.success(`AI detected ${found.style === null ? "" : "style and "}${count} ${count === 1 ? "item" : "items"}!`);
}
