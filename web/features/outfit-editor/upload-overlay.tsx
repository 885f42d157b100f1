import { X } from "lucide-react";
import type { PictureUpload } from "#web/data/picture-upload.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";

interface UploadOverlayProps {
  upload: PictureUpload;
  /** A photo sent earlier would be shown again. */
  canKeepPrevious: boolean;
}

/** Covers the photo while it uploads and if the upload fails. */
export function UploadOverlay({ upload, canKeepPrevious }: UploadOverlayProps) {
  const { state, retry, cancel } = upload;
  if (state.status === "sending") return <Sending share={state.share} cancel={cancel} />;
  if (state.status !== "failed") return null;
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-1 bg-black/65 p-6 text-center text-white">
      <p role="alert" className="text-lead font-medium">
        {state.message}
      </p>
      {state.isOffline && <p className="text-fine">Resumes when you're online.</p>}
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        {state.canRetry && (
          <Button look="quiet" className="bg-white text-black! outline-white hover:bg-white/85!" onClick={retry}>
            Try again
          </Button>
        )}
        <Button
          look="quiet"
          className="border border-white/60 text-white! outline-white hover:bg-white/15!"
          onClick={cancel}
        >
          {canKeepPrevious ? "Keep the old photo" : "Remove photo"}
        </Button>
      </div>
    </div>
  );
}

function Sending({ share, cancel }: { share: number; cancel: () => void }) {
  const percent = Math.round(share * 100);
  const message = share < 1 ? `Uploading, ${percent} %` : "Preparing your photo…";
  return (
    <div className="absolute inset-x-0 bottom-0 flex items-center gap-3 bg-linear-to-t from-black/75 to-transparent p-4 pt-16 text-white">
      <div className="flex-1">
        <p className="text-fine font-medium tabular-nums">{message}</p>
        <progress
          aria-label="Upload"
          value={percent}
          max={100}
          className="mt-2 block h-0.5 w-full appearance-none overflow-hidden rounded-full bg-white/30 [&::-moz-progress-bar]:bg-white [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-white"
        />
      </div>
      <IconButton label="Stop the upload" onClick={cancel} className="text-white! outline-white hover:bg-white/15!">
        <X aria-hidden="true" size={20} strokeWidth={1.5} />
      </IconButton>
    </div>
  );
}
