import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import type { DetectedItem, Detection, PictureBox } from "#contract/detection.ts";
import type { Style } from "#contract/styles.ts";
import { type DetectionRequest, detectionHelpQuery, useDetectClothing } from "#web/data/detection.ts";
import { toast } from "#web/lib/toast.ts";
import type { ItemFields, OutfitFields, Suggested } from "./outfit-form.ts";
import { idOf, toSuggestions } from "./suggestions.ts";
import type { ItemCards, OutfitForm } from "./use-outfit-form.ts";
import { useSuggestions } from "./use-suggestions.ts";

interface DetectionOptions {
  form: OutfitForm;
  cards: ItemCards;
  styles: readonly Style[];
  /** Whose cover is read while it has not been replaced. */
  outfitId: string | null;
}

export type OutfitDetection = ReturnType<typeof useDetection>;

/** Detection of clothes in the cover, and what the member made of the suggestions. */
export function useDetection({ form, cards, styles, outfitId }: DetectionOptions) {
  const [image, morePhotos] = useWatch({ control: form.control, name: ["image", "morePhotos"] });
  const help = useQuery({ ...detectionHelpQuery, enabled: image !== null }).data;
  const detect = useDetectClothing();
  const answers = useSuggestions({ form, cards, styles });
  const { found } = answers.suggested;
  const [outlined, setOutlined] = useState<{ box: PictureBox; isWanted: boolean } | null>(null);
  const [running, setRunning] = useState<{ url: string; controller: AbortController } | null>(null);

  const url = image?.picture.url;
  // Also when the photo is replaced or another one becomes the cover.
  useEffect(() => () => running?.controller.abort(), [running, url]);
  const imageId = image?.id ?? null;
  const detection = found !== null && found.url === url ? found.detection : null;

  // The clothes of a photo that was replaced or removed are not those of the next one.
  const isFoundGone =
    found !== null && ![image, ...morePhotos].some((photo) => photo !== null && photo.picture.url === found.url);
  useEffect(() => {
    if (isFoundGone) answers.withdraw();
  });

  const suggestions = detection ? toSuggestions(detection) : [];

  const start = async (point?: { x: number; y: number }) => {
    const picture = toPicture(image, outfitId);
    if (!picture || url === undefined) return;
    const controller = new AbortController();
    setRunning({ url, controller });
    const next = await detect.mutateAsync({ picture, point, signal: controller.signal }).catch(() => null);
    const isCancelled = controller.signal.aborted;
    setRunning((current) => (current?.controller === controller ? null : current));
    if (!next || isCancelled || form.getValues("image")?.picture.url !== url) return;
    announce(next, answers.fill({ url, detection: next }, imageId));
  };

  return {
    ...answers,
    help,
    start,
    cancel: () => setRunning(null),
    isRunning: running !== null && running.url === url,
    imageId,
    suggestions,
    /** Whether there is anything to accept or dismiss. */
    hasSuggestions: detection !== null && isAnySuggested(detection, answers.suggested),
    people: detection?.people ?? [],
    undo: (item: DetectedItem) => answers.undo(item, imageId),
    outlined,
    /** `isWanted` by a press, which may scroll to the photo; focus never does. */
    outline: (box: PictureBox | null, isWanted = false) => setOutlined(box && { box, isWanted }),
    /** Where a card's garment was seen. */
    boxOf: ({ suggestionId }: ItemFields) => suggestions.find((item) => idOf(item) === suggestionId)?.box ?? null,
    /** By hovering. What was pressed stays outlined: scrolling to it moves everything else under the pointer. */
    point: (box: PictureBox | null) =>
      setOutlined((current) => (current?.isWanted ? current : box && { box, isWanted: false })),
  };
}

const isAnySuggested = ({ items }: Detection, { title, styleId }: Suggested): boolean =>
  items.length > 0 || title !== "" || styleId !== "";

/** An upload by its id; the cover of a posted outfit, which has none in the form, by the outfit. */
function toPicture(image: OutfitFields["image"], outfitId: string | null): DetectionRequest["picture"] | null {
  if (!image) return null;
  if (image.id !== null) return { imageId: image.id };
  return outfitId === null ? null : { outfitId };
}

function announce({ style, items }: Detection, filled: Pick<Suggested, "title" | "styleId">): void {
  const count = toSuggestions({ items }).length;
  const texts = [filled.title && "title", filled.styleId && "style"].filter(Boolean).join(" and ");
  if (count > 0)
    toast.success(`AI detected ${style === null ? "" : "style and "}${count} ${count === 1 ? "item" : "items"}!`);
  else if (texts === "") toast.info("No clothing was found in this photo");
  else toast.info(`AI detected a ${texts}, but no items`);
}
