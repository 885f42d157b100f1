import clsx from "clsx";
import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import type { DetectedItem } from "#contract/detection.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import type { ItemFields } from "./outfit-form.ts";
import { idOf, isCardOf, isFull } from "./suggestions.ts";
import type { OutfitDetection } from "./use-detection.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import type { TextField } from "./use-suggestions.ts";

interface ItemSuggestionProps {
  item: DetectedItem;
  cards: readonly ItemFields[];
  detection: OutfitDetection;
}

/** An item that was found in the photo; pointing at its name outlines it there. */
export function ItemSuggestion({ item, cards, detection }: ItemSuggestionProps) {
  const [id, name] = [idOf(item), item.productName];
  const isPresent = cards.some((card) => isCardOf(id, card));
  return (
    <Suggestion
      name={name}
      note={item.category}
      isPresent={isPresent}
      isAccepted={detection.isAccepted(id)}
      isLeftOut={!detection.wasAdded(id)}
      isFull={isFull(cards)}
      onAccept={() => detection.accept(id)}
      onDismiss={() => detection.dismiss(item)}
      onUndo={() => detection.undo(item)}
    >
      <button
        type="button"
        aria-label={`Show ${name} in the photo`}
        disabled={item.box === null}
        className={clsx(textClass, !isPresent && goneClass)}
        onPointerEnter={() => detection.point(item.box)}
        onPointerLeave={() => detection.point(null)}
        onFocus={() => detection.outline(item.box)}
        onBlur={() => detection.outline(null)}
        onClick={({ currentTarget }) => {
          // Safari leaves a pressed button without focus, and then nothing would end the outline.
          currentTarget.focus({ preventScroll: true });
          detection.outline(item.box, true);
        }}
      >
        {name}
      </button>
    </Suggestion>
  );
}

interface FieldSuggestionProps {
  field: TextField;
  /** What was suggested; "" if nothing was, or the member had filled the field. */
  name: string;
  /** What the field holds now. */
  value: string;
  detection: OutfitDetection;
}

/** A title or style that was filled in, until the member writes or chooses another one. */
export function FieldSuggestion({ field, name, value, detection }: FieldSuggestionProps) {
  const isPresent = value === detection.suggested[field];
  if (name === "" || (value !== "" && !isPresent)) return null;
  const label = field === "title" ? "title" : "style";
  return (
    <Suggestion
      name={`the ${label}`}
      note={field === "title" ? "Title" : "Style"}
      isPresent={isPresent}
      isAccepted={detection.isAccepted(field)}
      onAccept={() => detection.accept(field)}
      onDismiss={() => detection.dismissField(field)}
      onUndo={() => detection.undoField(field)}
    >
      <span className={clsx("flex items-center", textClass, !isPresent && goneClass)}>{name}</span>
    </Suggestion>
  );
}

const textClass = "min-h-11 min-w-0 flex-1 text-left";
const goneClass = "text-muted line-through";

interface SuggestionProps {
  /** As the buttons call it. */
  name: string;
  note: string;
  isPresent: boolean;
  isAccepted: boolean;
  /** It was never in the form. */
  isLeftOut?: boolean;
  /** The form has no place for it. */
  isFull?: boolean;
  onAccept: () => void;
  onDismiss: () => void;
  onUndo: () => void;
  children: ReactNode;
}

function Suggestion({ name, note, isPresent, isAccepted, onAccept, onDismiss, children, ...rest }: SuggestionProps) {
  const kept = useRestoredFocus();
  const isOpen = isPresent && !isAccepted;
  return (
    <li>
      <div {...kept} className="flex items-center gap-2 rounded-input border border-line py-1 pr-1 pl-4 outline-none">
        {children}
        {isOpen ? (
          <>
            <span className="text-fine text-muted">{note}</span>
            <IconButton label={`Accept ${name}`} onClick={onAccept}>
              <Check aria-hidden="true" size={18} strokeWidth={1.5} />
            </IconButton>
            <IconButton label={`Dismiss ${name}`} onClick={onDismiss}>
              <X aria-hidden="true" size={18} strokeWidth={1.5} />
            </IconButton>
          </>
        ) : (
          <Answer name={name} isAccepted={isPresent} {...rest} />
        )}
      </div>
    </li>
  );
}

function Answer({
  name,
  isAccepted,
  isLeftOut = false,
  isFull = false,
  onUndo,
}: Pick<SuggestionProps, "name" | "isAccepted" | "isLeftOut" | "isFull" | "onUndo">) {
  if (isFull && !isAccepted) return <span className="text-fine text-muted">Maximum 10 items allowed</span>;
  const [answer, action] = isLeftOut ? ["Not added", "Add"] : ["Dismissed", "Undo"];
  return (
    <>
      <span className="text-fine text-muted">{isAccepted ? "Accepted" : answer}</span>
      <Button look="quiet" size="small" onClick={onUndo}>
        {isAccepted ? "Undo" : action} <span className="sr-only">{name}</span>
      </Button>
    </>
  );
}
