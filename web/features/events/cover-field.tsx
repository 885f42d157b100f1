import clsx from "clsx";
import { ImageUp, RefreshCw } from "lucide-react";
import { useDropzone } from "react-dropzone";
import { pictureTypes } from "#web/text/picture-errors.ts";
import type { PictureUpload } from "#web/data/picture-upload.ts";
import { Button } from "#web/ui/button.tsx";
import { Picture } from "#web/ui/picture.tsx";
import type { EventFields } from "./event-form.ts";

const accept = Object.fromEntries(pictureTypes.map((type) => [type, [] as string[]]));

interface CoverFieldProps {
  cover: EventFields["cover"];
  upload: PictureUpload;
  error: string | undefined;
}

/** The poster of the event: chosen or dropped, sent at once, replaced in place. */
export function CoverField({ cover, upload, error }: CoverFieldProps) {
  const { getRootProps, getInputProps, open, isDragActive } = useDropzone({
    accept,
    multiple: false,
    noClick: true,
    noKeyboard: true,
    onDrop: (taken, refused) => {
      const chosen = taken[0] ?? refused[0]?.file;
      if (chosen) upload.start(chosen);
    },
  });
  const isChosen = upload.state.status !== "idle" || cover !== null;
  return (
    <div>
      <div {...getRootProps()} className={frameClass(isChosen, isDragActive || error !== undefined)}>
        <input {...getInputProps({ "aria-label": "Cover picture", "aria-describedby": "cover-error" })} />
        {isChosen ? (
          <ChosenCover cover={cover} upload={upload} onReplace={open} />
        ) : (
          <EmptyCover isDropping={isDragActive} onChoose={open} />
        )}
      </div>
      <p id="cover-error" role="alert" className="mt-2 text-fine text-danger empty:hidden">
        {upload.fileError ?? error}
      </p>
    </div>
  );
}

function frameClass(isChosen: boolean, isMarked: boolean): string {
  return clsx(
    "relative aspect-[8/5] w-full rounded-photo",
    // Large text makes the empty frame higher.
    isChosen ? "overflow-hidden bg-ink/6" : "grid border border-dashed bg-surface",
    isMarked ? "border-danger" : "border-ink/30",
  );
}

function EmptyCover({ isDropping, onChoose }: { isDropping: boolean; onChoose: () => void }) {
  return (
    <button type="button" onClick={onChoose} className="flex flex-col items-center justify-center gap-1 p-4">
      <ImageUp aria-hidden="true" size={36} strokeWidth={1} className="mb-2" />
      <span className="font-display text-title">{isDropping ? "Drop to upload" : "Add a cover"}</span>
      <span className="text-muted">Choose it or drop it here</span>
      <span className="mt-2 text-fine text-muted">PNG, JPG up to 10MB, wide works best</span>
    </button>
  );
}

function ChosenCover({
  cover,
  upload,
  onReplace,
}: Pick<CoverFieldProps, "cover" | "upload"> & { onReplace: () => void }) {
  const { state } = upload;
  const isSettled = state.status === "idle" || state.status === "done";
  return (
    <>
      {state.status !== "idle" && <img src={state.previewUrl} alt="Your cover" className="size-full object-cover" />}
      {state.status === "idle" && cover && (
        <Picture picture={cover.picture} alt="Your cover" sizes="672px" isUrgent className="size-full! object-cover" />
      )}
      {state.status === "sending" && (
        <p className="absolute inset-x-0 bottom-0 bg-black/65 p-3 text-fine text-white tabular-nums">
          {state.share < 1 ? `Uploading, ${Math.round(state.share * 100)} %` : "Preparing your picture…"}
        </p>
      )}
      {state.status === "failed" && <CoverFailure message={state.message} canRetry={state.canRetry} upload={upload} />}
      {isSettled && (
        <Button size="small" className="focus-on-photo absolute! right-3 bottom-3" onClick={onReplace}>
          <RefreshCw aria-hidden="true" size={14} strokeWidth={1.75} />
          Replace cover
        </Button>
      )}
    </>
  );
}

interface CoverFailureProps {
  message: string;
  canRetry: boolean;
  upload: PictureUpload;
}

function CoverFailure({ message, canRetry, upload }: CoverFailureProps) {
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-4 bg-black/65 p-6 text-center text-white">
      <p role="alert">{message}</p>
      <span className="flex gap-3">
        {canRetry && (
          <Button look="quiet" className="bg-white text-black! outline-white hover:bg-white/85!" onClick={upload.retry}>
            Try again
          </Button>
        )}
        <Button look="quiet" className="border border-white/60 text-white! outline-white" onClick={upload.cancel}>
          Remove
        </Button>
      </span>
    </div>
  );
}
