import { useWatch } from "react-hook-form";
import type { DetectedItem, Detection } from "#contract/detection.ts";
import type { Style } from "#contract/styles.ts";
import { type ItemFields, nothingSuggested, type Suggested } from "./outfit-form.ts";
import {
  addSuggestion,
  changeCards,
  fillTexts,
  idOf,
  insertCard,
  isAsWritten,
  isCardOf,
  removeCard,
  toCard,
  toFullPlace,
  toPlaceLeft,
  toSuggestions,
  withdrawTexts,
} from "./suggestions.ts";
import type { ItemCards, OutfitForm } from "./use-outfit-form.ts";

/** A suggestion that is one field of the form. */
export type TextField = "title" | "styleId";

/** What detection wrote into the form, and what the member made of it; kept in the form, so that its draft has it too. */
export function useSuggestions({
  form,
  cards,
  styles,
}: {
  form: OutfitForm;
  cards: ItemCards;
  styles: readonly Style[];
}) {
  const suggested = useWatch({ control: form.control, name: "suggested" });
  const { accepted } = suggested;
  const setters = settersOf(form, cards);
  const { setField, setTexts, setSuggested } = setters;
  return {
    ...cardAnswersOf(form, setters, suggested),
    suggested,
    /** Fills only what is empty: nothing that was typed is replaced. Returns what was filled. */
    fill: (found: { url: string; detection: Detection }, imageId: string | null) => {
      const fields = form.getValues();
      const { texts, filled } = fillTexts(fields, {
        suggested: toFilled(found.detection, styles, imageId),
        earlier: fields.suggested,
      });
      setTexts(texts);
      setSuggested({ ...nothingSuggested, ...filled, found });
      return filled;
    },
    /** Takes back what was filled in and is neither edited nor accepted. */
    withdraw: () => {
      setTexts(withdrawTexts(form.getValues(), suggested));
      setSuggested(nothingSuggested);
    },
    isAccepted: (key: string) => accepted.includes(key),
    accept: (key: string) => setSuggested({ accepted: [...accepted, key] }),
    dismissField: (field: TextField) => setField(field, ""),
    undoField: (field: TextField) => {
      setSuggested({ accepted: accepted.filter((key) => key !== field) });
      setField(field, suggested[field]);
    },
  };
}

/** What the member made of the items, each of which is a card. */
function cardAnswersOf(
  form: OutfitForm,
  { setItems, setSuggested }: ReturnType<typeof settersOf>,
  { found, cards, accepted, dismissed }: Suggested,
) {
  const suggestionIds = found ? toSuggestions(found.detection).map(idOf) : [];
  const isWritten = (id: string) => cards.some((card) => card.suggestionId === id);
  /** Notes a suggestion's card that is about to be taken out, with all that was typed into it. */
  const keepDismissed = (index: number) => {
    const card = form.getValues("items")[index];
    if (!card || card.suggestionId === null) return;
    setSuggested({ dismissed: [...dismissed, { card, place: toFullPlace(index, dismissed) }] });
  };
  return {
    /** Whether a card is a suggestion that was neither edited nor accepted. */
    isOpen: (item: ItemFields) =>
      item.suggestionId !== null &&
      !accepted.includes(item.suggestionId) &&
      cards.some((card) => isAsWritten(card, item)),
    /** Whether it was in the form before, and not left out of a full one. */
    wasAdded: (id: string) => isWritten(id) || dismissed.some(({ card }) => card.suggestionId === id),
    keepDismissed,
    /** Takes out what detection wrote. From a card of the member's own it only takes the suggestion. */
    dismiss: (item: DetectedItem) => {
      const items = form.getValues("items");
      const index = items.findIndex((one) => isCardOf(idOf(item), one));
      const card = items[index];
      if (!card) return;
      if (isWritten(idOf(item))) {
        keepDismissed(index);
        setItems(removeCard(items, card));
      } else {
        setSuggested({ dismissed: [...dismissed, { card, place: null }] });
        setItems(items.with(index, { ...card, suggestionId: null }));
      }
    },
    undo: (item: DetectedItem, imageId: string | null) => {
      const id = idOf(item);
      const own = dismissed.find(({ card }) => card.suggestionId === id);
      const items = form.getValues("items");
      const card = toCard(item, imageId);
      const restored =
        own && own.place !== null
          ? insertCard(items, own.card, toPlaceLeft(own.place, dismissed))
          : addSuggestion(items, card, suggestionIds);
      // A full form says so, and has no such button.
      if (!restored.some((one) => isCardOf(id, one))) return;
      setSuggested({
        cards: restored.includes(card) ? [...cards, card] : cards,
        accepted: accepted.filter((key) => key !== id),
        dismissed: dismissed.filter((one) => one !== own),
      });
      setItems(restored);
    },
  };
}

/** Writes into the form, which is validated once it was submitted. */
function settersOf(form: OutfitForm, { insert, remove }: ItemCards) {
  const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
  const setField = (field: TextField, text: string) => {
    if (form.getValues(field) !== text) form.setValue(field, text, options);
  };
  // A new value for the whole list would mount all cards anew, which takes the focus and the keyboard away.
  const setItems = (items: ItemFields[]) =>
    changeCards(form.getValues("items"), items, {
      write: (index, card) => form.setValue(`items.${index}`, card, options),
      mark: (index, suggestionId) => form.setValue(`items.${index}.suggestionId`, suggestionId, options),
      insert: (index, card) => insert(index, card, { shouldFocus: false }),
      remove,
    });
  const setTexts = ({ title, styleId, items }: ReturnType<typeof withdrawTexts>) => {
    setField("title", title);
    setField("styleId", styleId);
    setItems(items);
  };
  const setSuggested = (part: Partial<Suggested>) =>
    form.setValue("suggested", { ...form.getValues("suggested"), ...part });
  return { setField, setItems, setTexts, setSuggested };
}

function toFilled(detection: Detection, styles: readonly Style[], imageId: string | null) {
  return {
    title: detection.title,
    styleId: styles.find(({ name }) => name === detection.style)?.id ?? "",
    cards: toSuggestions(detection).map((item) => toCard(item, imageId)),
  };
}
