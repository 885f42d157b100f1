import { useWatch } from "react-hook-form";
import type { Style } from "#contract/styles.ts";
import type { SharedPhoto } from "#web/data/use-shared-photo.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { PhotoField } from "./photo-field.tsx";
import { PhotoMarks } from "./photo-marks.tsx";
import { isSettled, type PhotoTargets } from "./use-cover.ts";
import type { OutfitDetection } from "./use-detection.ts";
import { CodeBoundary } from "#web/ui/code-boundary.tsx";

const DetectionPanel = lazyPart(() => import("./detection-panel.tsx"), "DetectionPanel");

interface CoverProps extends PhotoTargets {
  detection: OutfitDetection;
  styles: readonly Style[];
  /** "lost": another app has shared a photo that did not arrive. */
  shared: SharedPhoto | undefined;
}

/** The cover, and what detection makes of it once it is there. */
export function Cover({ form, detection, upload, more, styles, shared }: CoverProps) {
  const hasImage = useWatch({ control: form.control, compute: ({ image }) => image !== null });
  return (
    <>
      {shared === "lost" && !hasImage && (
        <p className="mb-3 text-fine">We couldn't get the shared photo. Please choose it here.</p>
      )}
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

/** Of what appears under a photo once it is there: the fields below must not move while somebody fills them in. */
function Room({ height }: { height: string }) {
  return <div aria-hidden="true" className="mt-3" style={{ height }} />;
}
