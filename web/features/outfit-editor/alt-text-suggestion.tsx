import { useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { useEffect, useState } from "react";
import { detectionHelpQuery, foundQuery, useDetectClothing } from "#web/data/detection.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { suggestAltText } from "./alt-text.ts";
import { describeHost } from "./describe-host.ts";

interface AltTextSuggestionProps {
  imageId: string;
  /** Such as "photo 2". */
  name: string;
  onUse: (text: string) => void;
}

/** Under an empty alt text: describes the photo by its clothes on request. The member decides whether to take it. */
export function AltTextSuggestion({ imageId, name, onUse }: AltTextSuggestionProps) {
  const found = useQuery(foundQuery(imageId)).data;
  const detect = useDetectClothing();
  const [running, setRunning] = useState<AbortController | null>(null);
  useEffect(() => () => running?.abort(), [running]);
  const start = async () => {
    const controller = new AbortController();
    setRunning(controller);
    await detect.mutateAsync({ picture: { imageId }, signal: controller.signal }).catch(() => null);
    setRunning((current) => (current === controller ? null : current));
  };
  const kept = useRestoredFocus();
  return (
    <div {...kept} className="outline-none">
      {running ? (
        <p className="flex flex-wrap items-center gap-3 text-fine">
          <Spinner label={`Describing ${name}`} size={16} />
          Looking at {name}…
          <Button look="quiet" size="small" onClick={() => setRunning(null)}>
            Cancel
          </Button>
        </p>
      ) : found ? (
        <Suggestion text={suggestAltText(found)} name={name} onUse={onUse} />
      ) : (
        <SuggestButton name={name} onPress={() => void start()} />
      )}
    </div>
  );
}

function SuggestButton({ name, onPress }: { name: string; onPress: () => void }) {
  const externalHost = useQuery(detectionHelpQuery).data?.externalHost ?? null;
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <Button look="quiet" size="small" className="-ml-3" onClick={onPress}>
        <Sparkles aria-hidden="true" size={16} strokeWidth={1.5} />
        Suggest a text <span className="sr-only">for {name}</span>
      </Button>
      {externalHost !== null && <p className="text-fine text-muted">{describeHost(externalHost)}</p>}
    </div>
  );
}

function Suggestion({ text, name, onUse }: Omit<AltTextSuggestionProps, "imageId"> & { text: string }) {
  if (text === "") return <p className="text-fine text-muted">No clothing was found in this photo.</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="min-w-0 flex-1 text-fine">
        <span className="text-muted">Suggestion: </span>
        {text}
      </p>
      <Button look="outline" size="small" onClick={() => onUse(text)}>
        Use it <span className="sr-only">for {name}</span>
      </Button>
    </div>
  );
}
