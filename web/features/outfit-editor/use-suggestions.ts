import { useState } from "react";
import type { DetectedItem, Detection } from "#contract/detection.ts";
import type { Style } from "#contract/styles.ts";
import type { ItemFields } from "./outfit-form.ts";
import {
  addCard,
  type DismissedCard,
  type Filled,
  fillTexts,
  isAsWritten,
  isCardOf,
  keyOf,
  nothingFilled,
  removeSuggestion,
  toCard,
  toFullPlace,
  toPlaceLeft,
  toSuggestions,
} from "./suggestions.ts";
import type { OutfitForm } from "./use-outfit-form.ts";

/** A suggestion that is one field of the form. */
export type TextField = "title" | "styleId";

/** What detection wrote into the form, and what the member made of it. */
export function useSuggestions(form: OutfitForm, styles: readonly Style[]) {
  const [filled, setFilled] = useState(nothingFilled);
  /** By the key of an item, or the name of a field. */
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  /** By the keys of their items. */
  const [dismissed, setDismissed] = useState<ReadonlyMap<string, DismissedCard>>(new Map());
  const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
  const setField = (field: TextField, text: string) => {
    if (form.getValues(field) !== text) form.setValue(field, text, options);
  };
  const setItems = (items: ItemFields[]) => form.setValue("items", items, options);
  return {
    /** Fills only what is empty: nothing that was typed is replaced. */
    fill: (detection: Detection, imageId: string | null) => {
      const suggested = toFilled(detection, styles, imageId);
      const next = fillTexts(form.getValues(), { suggested, earlier: withoutAccepted(filled, accepted) });
      setField("title", next.texts.title);
      setField("styleId", next.texts.styleId);
      setItems(next.texts.items);
      setFilled(next.filled);
      setAccepted(new Set());
      setDismissed(new Map());
    },
    /** Takes back what was filled in and is neither edited nor accepted. */
    withdraw: () => {
      if (filled === nothingFilled) return;
      const { texts } = fillTexts(form.getValues(), {
        suggested: nothingFilled,
        earlier: withoutAccepted(filled, accepted),
      });
      setField("title", texts.title);
      setField("styleId", texts.styleId);
      setItems(texts.items);
      setFilled(nothingFilled);
    },
    filled,
    /** Whether a card is a suggestion that was neither edited nor accepted. */
    isOpen: (item: ItemFields) => !accepted.has(keyOf(item)) && filled.cards.some((card) => isAsWritten(card, item)),
    isAccepted: (key: string) => accepted.has(key),
    accept: (key: string) => setAccepted(new Set([...accepted, key])),
    dismiss: (item: DetectedItem) => {
      const items = form.getValues("items");
      const index = items.findIndex((one) => isCardOf(item, one));
      const card = items[index];
      if (card) {
        const place = toFullPlace(index, [...dismissed.values()]);
        setDismissed(new Map([...dismissed, [keyOf(item), { card, place }]]));
      }
      setItems(removeSuggestion(items, item));
    },
    undo: (item: DetectedItem, imageId: string | null) => {
      setAccepted(without(accepted, keyOf(item)));
      const own = dismissed.get(keyOf(item));
      const place = own && toPlaceLeft(own.place, [...dismissed.values()]);
      const items = addCard(form.getValues("items"), own?.card ?? toCard(item, imageId), place);
      setItems(items);
      // Full as the form is, it may stay out.
      if (items.some((one) => isCardOf(item, one))) setDismissed(withoutKey(dismissed, keyOf(item)));
    },
    dismissField: (field: TextField) => setField(field, ""),
    undoField: (field: TextField) => {
      setAccepted(without(accepted, field));
      setField(field, filled[field]);
    },
  };
}

function toFilled(detection: Detection, styles: readonly Style[], imageId: string | null): Filled {
  return {
    title: detection.title,
    styleId: styles.find(({ name }) => name === detection.style)?.id ?? "",
    cards: toSuggestions(detection).map((item) => toCard(item, imageId)),
  };
}

function withoutAccepted({ title, styleId, cards }: Filled, accepted: ReadonlySet<string>): Filled {
  return {
    title: accepted.has("title") ? "" : title,
    styleId: accepted.has("styleId") ? "" : styleId,
    cards: cards.filter((card) => !accepted.has(keyOf(card))),
  };
}

const withoutKey = (cards: ReadonlyMap<string, DismissedCard>, gone: string) =>
  new Map([...cards].filter(([key]) => key !== gone));

const without = (keys: ReadonlySet<string>, gone: string) => new Set([...keys].filter((key) => key !== gone));
