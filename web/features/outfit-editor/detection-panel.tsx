import { useQuery } from "@tanstack/react-query";
import { ScanSearch } from "lucide-react";
import { useWatch } from "react-hook-form";
import type { Style } from "#contract/styles.ts";
import { detectionPlaceQuery } from "#web/data/detection.ts";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { BrandHint } from "./brand-hint.tsx";
import { describeHost } from "./describe-host.ts";
import { FieldSuggestion, ItemSuggestion } from "./suggestion-rows.tsx";
import { idOf } from "./suggestions.ts";
import type { OutfitDetection } from "./use-detection.ts";
import type { OutfitForm } from "./use-outfit-form.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";

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
