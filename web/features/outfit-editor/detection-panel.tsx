import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { Check, ScanSearch, X } from "lucide-react";
import { useWatch } from "react-hook-form";
import type { DetectedItem } from "#contract/detection.ts";
import { detectionPlaceQuery } from "#web/data/detection.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { keyOf } from "./suggestions.ts";
import type { OutfitDetection } from "./use-detection.ts";
import { useRestoredFocus } from "./use-restored-focus.ts";
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
        <Progress imageId={detection.imageId} onCancel={cancel} />
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
      {detection.people.length > 1 && !isRunning && (
        <p className="mt-2 text-fine">Several people are in this photo. Press one of them to detect their clothes.</p>
      )}
      {suggestions.length > 0 && !isRunning && <Suggestions form={form} detection={detection} />}
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
  const isOpen = isPresent && !isAccepted;
  const kept = useRestoredFocus();
  const show = () => detection.outline(item.box);
  const hide = () => detection.outline(null);
  const name = item.productName;
  return (
    <li>
      <div {...kept} className="flex items-center gap-2 rounded-input border border-line py-1 pr-1 pl-4 outline-none">
        <button
          type="button"
          aria-label={`Show ${name} in the photo`}
          disabled={item.box === null}
          className={clsx("min-h-11 min-w-0 flex-1 text-left", !isPresent && "text-muted line-through")}
          onPointerEnter={show}
          onPointerLeave={hide}
          onFocus={show}
          onBlur={hide}
          onClick={() => detection.outline(item.box, true)}
        >
          {name}
        </button>
        {isOpen ? (
          <>
            <span className="text-fine text-muted">{item.category}</span>
            <IconButton label={`Accept ${name}`} onClick={() => detection.accept(item)}>
              <Check aria-hidden="true" size={18} strokeWidth={1.5} />
            </IconButton>
            <IconButton label={`Dismiss ${name}`} onClick={() => detection.dismiss(item)}>
              <X aria-hidden="true" size={18} strokeWidth={1.5} />
            </IconButton>
          </>
        ) : (
          <>
            <span className="text-fine text-muted">{isAccepted ? "Accepted" : "Dismissed"}</span>
            <Button look="quiet" size="small" onClick={() => detection.undo(item)}>
              Undo <span className="sr-only">{name}</span>
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
