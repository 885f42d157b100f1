import clsx from "clsx";
import { ImageUp, RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { useDropzone } from "react-dropzone";
import { useController } from "react-hook-form";
import type { Picture as StoredPicture } from "#contract/media.ts";
import type { PictureUpload } from "#web/data/picture-upload.ts";
import { pictureTypes } from "#web/text/picture-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { UploadOverlay } from "./upload-overlay.tsx";
import type { OutfitForm } from "./use-outfit-form.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";

const accept = Object.fromEntries(pictureTypes.map((type) => [type, [] as string[]]));

interface PhotoFieldProps {
  form: OutfitForm;
  upload: PictureUpload;
  /** Over the photo itself. */
  marks: ReactNode;
  /** Takes what is chosen together with the first photo. */
  onMore: (files: readonly File[]) => void;
}

/** The outfit's photograph: chosen by click, keyboard, drop or paste, sent at once, replaced or sent again in place. */
export function PhotoField({ form, upload, marks, onMore }: PhotoFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name: "image" });
  const { value, onBlur, ref: buttonRef } = field;
  const isChosen = upload.state.status !== "idle" || value !== null;
  const { getRootProps, getInputProps, open, isDragActive } = useDropzone({
    accept,
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    onDrop: (taken, refused) => {
      const [first, ...rest] = [...taken, ...refused.map(({ file }) => file)];
      if (first) upload.start(first);
      if (rest.length > 0) onMore(rest);
    },
  });
  const kept = useRestoredFocus();
  const fieldError = upload.fileError ?? fieldState.error?.message;
  return (
    <div {...kept}>
      <div {...getRootProps()} className="relative">
        <input
          {...getInputProps({
            "aria-label": "Photo of the outfit",
            "aria-describedby": errorId,
            // One replaces the photo; a drop may bring further ones along.
            multiple: !isChosen,
          })}
        />
        {isChosen ? (
          <ChosenPhoto upload={upload} former={value?.picture ?? null} isDropping={isDragActive} marks={marks}>
            <Button ref={buttonRef} size="small" onClick={open} onBlur={onBlur}>
              <RefreshCw aria-hidden="true" size={14} strokeWidth={1.75} />
              Replace photo
            </Button>
          </ChosenPhoto>
        ) : (
          <button
            type="button"
            ref={buttonRef}
            onBlur={onBlur}
            onClick={open}
            className={emptyFrameClass(isDragActive, fieldError !== undefined)}
          >
            <EmptyFrame isDropping={isDragActive} />
          </button>
        )}
        <p id={errorId} role="alert" className="mt-2 text-fine text-danger empty:hidden">
          {fieldError}
        </p>
      </div>
    </div>
  );
}

const errorId = "photo-error";
// As large as the screen allows without cutting or framing: the box follows the photo's own ratio.
const photoClass = "h-auto! max-h-[72dvh] w-auto! max-w-full lg:max-h-[calc(100dvh-var(--beside-photo,17rem))]";

/** Its box is there before it is loaded: nothing below moves. */
const formerHeight = "min(72dvh, max(100dvh - 17rem, 15rem))";

interface ChosenPhotoProps {
  upload: PictureUpload;
  /** What was sent before. */
  former: StoredPicture | null;
  isDropping: boolean;
  /** Over the photo itself. */
  marks: ReactNode;
  /** What can be done with it once it is there. */
  children: ReactNode;
}

function ChosenPhoto({ upload, former, isDropping, marks, children }: ChosenPhotoProps) {
  const { state } = upload;
  const isSettled = state.status === "idle" || state.status === "done";
  const isFormer = state.status === "idle" && former !== null;
  return (
    <div
      style={
        isFormer ? { width: `min(100%, ${former.width}px, ${formerHeight} * ${former.width / former.height})` } : {}
      }
      className={clsx(
        "relative mx-auto w-fit overflow-hidden rounded-photo bg-ink/6 lg:mx-0",
        // What is too small to be a photo is smaller than the words that say so.
        state.status === "failed" && "grid min-h-60 min-w-[min(100%,18rem)] place-items-center",
      )}
    >
      {state.status !== "idle" && (
        <img src={state.previewUrl} alt="Your outfit" className={clsx("block", photoClass)} />
      )}
      {isFormer && (
        <Picture
          picture={former}
          alt="Your outfit"
          sizes="(width >= 68.75rem) 512px, 100vw"
          isUrgent
          className="h-auto! w-full!"
        />
      )}
      {isSettled && marks}
      <UploadOverlay upload={upload} canKeepPrevious={former !== null} />
      {isSettled && <div className="absolute right-3 bottom-3">{children}</div>}
      {isDropping && (
        <p className="font-display absolute inset-0 grid place-items-center bg-black/60 text-title text-white">
          Drop to replace
        </p>
      )}
    </div>
  );
}

function emptyFrameClass(isDropping: boolean, isWrong: boolean): string {
  return clsx(
    "group flex aspect-[4/5] max-h-[max(60dvh,15rem)] w-full flex-col items-center justify-center gap-1 rounded-photo border border-dashed px-6 py-4 text-center transition-colors duration-150 lg:max-h-[max(100dvh-17rem,15rem)]",
    isDropping ? "border-ink bg-ink/6" : "border-ink/30 bg-surface hover:border-ink hover:bg-ink/3",
    isWrong && "border-danger",
  );
}

function EmptyFrame({ isDropping }: { isDropping: boolean }) {
  return (
    <>
      <ImageUp
        aria-hidden="true"
        size={40}
        strokeWidth={1}
        className="mb-4 transition-transform duration-200 ease-out group-hover:-translate-y-1"
      />
      <span className="font-display text-title">{isDropping ? "Drop to upload" : "Add your photo"}</span>
      <span className="text-muted">Choose, drop or paste it here</span>
      <span className="mt-3 text-fine text-muted">PNG, JPG up to 10MB</span>
    </>
  );
}
