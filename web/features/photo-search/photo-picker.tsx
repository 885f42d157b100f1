import clsx from "clsx";
import { Camera, ImageUp } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useDropzone } from "react-dropzone";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { usePastedPicture } from "#web/lib/use-pasted-picture.ts";
import { pictureError, pictureTypes } from "#web/text/picture-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { LazyDialog } from "#web/ui/lazy-dialog.tsx";

const CameraDialog = lazyPart(() => import("./camera-dialog.tsx"), "CameraDialog");

const accept = Object.fromEntries(pictureTypes.map((type) => [type, [] as string[]]));

/** Takes a photo by click, keyboard, drop, paste or the device's camera. */
export function PhotoPicker({ onPhoto }: { onPhoto: (file: File) => void }) {
  const [problem, setProblem] = useState<string>();
  const errorId = useId();
  const take = (file: File | undefined) => {
    if (!file) return;
    const found = pictureError("outfit", file);
    setProblem(found);
    if (found === undefined) onPhoto(file);
  };
  usePastedPicture(take);
  const { getRootProps, getInputProps, open, isDragActive } = useDropzone({
    accept,
    multiple: false,
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    onDrop: (taken, refused) => take(taken[0] ?? refused[0]?.file),
  });
  return (
    <div {...getRootProps()}>
      <input {...getInputProps({ "aria-label": "Photo to search by", "aria-describedby": errorId })} />
      <div
        className={clsx(
          "flex flex-col items-center justify-center gap-1 rounded-photo border border-dashed px-6 py-16 text-center transition-colors duration-150",
          isDragActive ? "border-ink bg-ink/6" : "border-ink/30 bg-surface",
        )}
      >
        <ImageUp aria-hidden="true" size={40} strokeWidth={1} className="mb-4" />
        <p className="font-display text-title">{isDragActive ? "Drop to search" : "Search with a photo"}</p>
        <p className="text-muted">Drop or paste it here, or choose one. We don't keep it.</p>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          <Button look="primary" onClick={open}>
            Choose photo
          </Button>
          <CameraButton onPhoto={take} />
        </div>
        <p className="mt-3 text-fine text-muted">JPG, PNG or WebP up to 10MB</p>
      </div>
      <p id={errorId} role="alert" className="mt-2 text-fine text-danger empty:hidden">
        {problem}
      </p>
    </div>
  );
}

/**
 * Opens the camera: on touch screens the device's own, which needs no permission; with a mouse a dialog, where there is a camera.
 */
function CameraButton({ onPhoto }: { onPhoto: (file: File | undefined) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const hasCamera = useHasCamera();
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    if (hasCamera && !matchMedia("(pointer: coarse)").matches) setIsOpen(true);
    else input.current?.click();
  };
  return (
    <>
      <Button look="outline" onClick={open} className={hasCamera ? "" : "hidden! pointer-coarse:inline-flex!"}>
        <Camera aria-hidden="true" size={18} strokeWidth={1.5} />
        Take photo
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={(event) => {
          onPhoto(event.target.files?.[0]);
          // The same photo may be taken again.
          event.target.value = "";
        }}
      />
      {isOpen && (
        <LazyDialog onFailure={() => setIsOpen(false)}>
          <CameraDialog
            onClose={() => setIsOpen(false)}
            onPhoto={(photo) => {
              setIsOpen(false);
              onPhoto(photo);
            }}
          />
        </LazyDialog>
      )}
    </>
  );
}

/** Whether a page may ask for a camera here; asking for the list of devices asks for no permission. */
function useHasCamera(): boolean {
  const [hasCamera, setHasCamera] = useState(false);
  useEffect(() => {
    // Only pages that are loaded securely have it.
    if (!("mediaDevices" in navigator)) return;
    navigator.mediaDevices.enumerateDevices().then(
      (devices) => setHasCamera(devices.some(({ kind }) => kind === "videoinput")),
      () => undefined,
    );
  }, []);
  return hasCamera;
}
