import { useEffect, useEffectEvent, useState } from "react";
import { useWatch } from "react-hook-form";
import type { Style } from "#contract/styles.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { PhotoField } from "./photo-field.tsx";
import { PhotoMarks } from "./photo-marks.tsx";
import { isSettled, type PhotoTargets } from "./use-cover.ts";
import type { OutfitDetection } from "./use-detection.ts";
import type { Share } from "./use-share.ts";
import { CodeBoundary } from "#web/ui/code-boundary.tsx";

const DetectionPanel = lazyPart(() => import("./detection-panel.tsx"), "DetectionPanel");

interface CoverProps extends PhotoTargets {
  detection: OutfitDetection;
  styles: readonly Style[];
  share: Share;
}

/** The cover, and what detection makes of it once it is there. */
export function Cover({ form, detection, upload, more, styles, share }: CoverProps) {
  const hasImage = useWatch({ control: form.control, compute: ({ image }) => image !== null });
  return (
    <>
      {share.shared === "lost" && <LostShare form={form} onFound={() => share.note(undefined)} />}
      <PhotoField form={form} upload={upload} marks={<PhotoMarks detection={detection} />} onMore={more.add} />
      {hasImage && isSettled(upload) && (
        <CodeBoundary fallback={<Room height="4.5rem" />}>
          <DetectionPanel form={form} detection={detection} styles={styles} />
        </CodeBoundary>
      )}
      {!hasImage && upload.state.status === "sending" && <Room height="8.5rem" />}
    </>
  );
}

/** Until a photo is added to those of the draft. */
function LostShare({ form, onFound }: Pick<PhotoTargets, "form"> & { onFound: () => void }) {
  const count = useWatch({
    control: form.control,
    compute: ({ image, morePhotos }) => (image === null ? 0 : 1) + morePhotos.length,
  });
  const [countBefore] = useState(count);
  const isFound = count > countBefore;
  const forget = useEffectEvent(onFound);
  useEffect(() => {
    if (isFound) forget();
  }, [isFound]);
  if (isFound) return null;
  return <p className="mb-3 text-fine">We couldn't get what you shared. Please choose your photos here.</p>;
}

/** Of what appears under a photo once it is there: the fields below must not move while somebody fills them in. */
function Room({ height }: { height: string }) {
  return <div aria-hidden="true" className="mt-3" style={{ height }} />;
}
