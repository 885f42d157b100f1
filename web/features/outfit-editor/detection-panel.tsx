import { Check, ScanSearch, Undo2, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import type { DetectedItem } from "#contract/detection.ts";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { keyOf } from "./suggestions.ts";
import type { OutfitDetection } from "./use-detection.ts";
import type { OutfitForm } from "./use-outfit-form.ts";

interface DetectionPanelProps {
  form: OutfitForm;
  detection: OutfitDetection;
}

/** Under the photo: starts the detection, says what it does, and lists what it found. */
export function DetectionPanel({ form, detection }: DetectionPanelProps) {
  const { help, isRunning, start, cancel, suggestions } = detection;
  return (
    <section aria-label="Clothing detection" className="mt-3">
      {isRunning ? (
        <Progress onCancel={cancel} />
      ) : (
        <Button look="outline" size="small" onClick={() => void start()}>
          <ScanSearch aria-hidden="true" size={16} strokeWidth={1.5} />
          Detect Clothing with AI
        </Button>
      )}
      {help && (
        <p className="mt-2 text-fine text-muted">
          {help.externalHost === null
            ? "Your photo stays on this server."
            : `Your photo is sent to ${help.externalHost} for this.`}
        </p>
      )}
      {suggestions.length > 0 && !isRunning && <Suggestions form={form} detection={detection} />}
    </section>
  );
}

const longWaitMs = 6_000;

function Progress({ onCancel }: { onCancel: () => void }) {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), longWaitMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Spinner label="Detecting clothes" size={20} />
      <output className="text-fine">
        {isLong ? "Still working. Photos are looked at one after the other." : "Looking at your photo…"}
      </output>
      <Button look="quiet" size="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

function Suggestions({ form, detection }: DetectionPanelProps) {
  const items = useWatch({ control: form.control, name: "items" });
  const present = new Set(items.map(keyOf));
  return (
    <ul aria-label="Detected items" className="mt-3 flex flex-col gap-2">
      {detection.suggestions.map((item) => (
        <Suggestion key={keyOf(item)} item={item} isPresent={present.has(keyOf(item))} detection={detection} />
      ))}
    </ul>
  );
}

interface SuggestionProps {
  item: DetectedItem;
  /** Whether an item card says the same. */
  isPresent: boolean;
  detection: OutfitDetection;
}

function Suggestion({ item, isPresent, detection }: SuggestionProps) {
  const isAccepted = isPresent && detection.isAccepted(item);
  const show = () => detection.outline(item.box);
  const hide = () => detection.outline(null);
  const size = { "aria-hidden": true, size: 16, strokeWidth: 1.5 } as const;
  return (
    <li className="flex flex-wrap items-center gap-2 rounded-input border border-line px-4 py-2">
      <button
        type="button"
        aria-label={`Show ${item.productName} in the photo`}
        disabled={item.box === null}
        className={isPresent ? "min-w-0 flex-1 text-left" : "min-w-0 flex-1 text-left text-muted line-through"}
        onPointerEnter={show}
        onPointerLeave={hide}
        onFocus={show}
        onBlur={hide}
        onClick={show}
      >
        {item.productName}
        <span className="text-fine text-muted"> {item.category}</span>
      </button>
      {isPresent && !isAccepted && (
        <>
          <Button
            look="quiet"
            size="small"
            aria-label={`Accept ${item.productName}`}
            onClick={() => detection.accept(item)}
          >
            <Check {...size} />
          </Button>
          <Button
            look="quiet"
            size="small"
            aria-label={`Dismiss ${item.productName}`}
            onClick={() => detection.dismiss(item)}
          >
            <X {...size} />
          </Button>
        </>
      )}
      {(isAccepted || !isPresent) && (
        <Button look="quiet" size="small" aria-label={`Undo ${item.productName}`} onClick={() => detection.undo(item)}>
          <Undo2 {...size} />
          {isAccepted ? "Accepted" : "Dismissed"}
        </Button>
      )}
    </li>
  );
}
