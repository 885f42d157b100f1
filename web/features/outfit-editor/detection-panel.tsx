import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { Check, ScanSearch, X } from "lucide-react";
import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import type { DetectedItem } from "#contract/detection.ts";
import type { Style } from "#contract/styles.ts";
import { detectionPlaceQuery } from "#web/data/detection.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { BrandHint } from "./brand-hint.tsx";
import { describeHost } from "./describe-host.ts";
import type { ItemFields } from "./outfit-form.ts";
import { idOf, isCardOf, isFull } from "./suggestions.ts";
import type { OutfitDetection } from "./use-detection.ts";
import type { OutfitForm } from "./use-outfit-form.ts";
import { useRestoredFocus } from "./use-restored-focus.ts";
import type { TextField } from "./use-suggestions.ts";

interface DetectionPanelProps {
  form: OutfitForm;
  detection: OutfitDetection;
  styles: readonly Style[];
}

/** Under the photo: starts the detection, says what it does, and lists what it found. */
export function DetectionPanel({ form, detection, styles }: DetectionPanelProps) {
  const { help, isRunning, start, cancel } = detection;
  const kept = useRestoredFocus();
  return (
    <section aria-label="Clothing detection" className="mt-3">
      <div {...kept} className="outline-none">
        {isRunning ? (
          <Progress imageId={detection.imageId} onCancel={cancel} />
        ) : (
          <Button look="outline" size="small" onClick={() => void start()}>
            <ScanSearch aria-hidden="true" size={16} strokeWidth={1.5} />
            Detect Clothing with AI
          </Button>
        )}
      </div>
      {/* Keeps its room until it is known. */}
      <p className="mt-2 text-fine text-muted">{help ? describeHost(help.externalHost) : "\u00A0"}</p>
      {detection.people.length > 1 && !isRunning && (
        <p className="mt-2 text-fine">Several people are in this photo. Press one of them to detect their clothes.</p>
      )}
      {detection.hasSuggestions && !isRunning && <Suggestions form={form} detection={detection} styles={styles} />}
    </section>
  );
}

/** What the server says about the queue; nothing is made up while it has not answered. */
function Progress({ imageId, onCancel }: { imageId: string | null; onCancel: () => void }) {
  const place = useQuery({ ...detectionPlaceQuery(imageId ?? ""), enabled: imageId !== null }).data;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Spinner label="Detecting clothes" size={20} />
      <output className="text-fine">{describePlace(place?.ahead ?? null)}</output>
      <Button look="quiet" size="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

function describePlace(ahead: number | null): string {
  if (ahead === null) return "Detecting clothes…";
  if (ahead === 0) return "Looking at your photo…";
  return ahead === 1 ? "Waiting: 1 photo is ahead of yours" : `Waiting: ${ahead} photos are ahead of yours`;
}

function Suggestions({ form, detection, styles }: DetectionPanelProps) {
  const [items, title, styleId] = useWatch({ control: form.control, name: ["items", "title", "styleId"] });
  const { suggested, suggestions } = detection;
  const style = styles.find(({ id }) => id === suggested.styleId)?.name ?? "";
  return (
    <>
      <BrandHint form={form} detection={detection} className="mt-3" />
      {suggestions.length > 0 && (
        <ul aria-label="Detected items" className="mt-3 flex flex-col gap-2">
          {suggestions.map((item) => (
            <ItemSuggestion key={idOf(item)} item={item} cards={items} detection={detection} />
          ))}
        </ul>
      )}
      <ul aria-label="Detected title and style" className="mt-2 flex flex-col gap-2">
        <FieldSuggestion field="title" name={suggested.title} value={title} detection={detection} />
        <FieldSuggestion field="styleId" name={style} value={styleId} detection={detection} />
      </ul>
    </>
  );
}

interface ItemSuggestionProps {
  item: DetectedItem;
  cards: readonly ItemFields[];
  detection: OutfitDetection;
}

function ItemSuggestion({ item, cards, detection }: ItemSuggestionProps) {
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
function FieldSuggestion({ field, name, value, detection }: FieldSuggestionProps) {
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
