import { type ReactNode, useRef } from "react";
import type { UploadKind } from "#contract/media.ts";
import { toast } from "#web/lib/toast.ts";
import { isReadablePicture } from "#web/lib/is-readable-picture.ts";
import { pictureError, pictureTypes, unreadableError } from "#web/text/picture-errors.ts";

interface PictureButtonProps {
  kind: UploadKind;
  /** Gets a file of the right type and size. */
  onPick: (file: File) => void;
  label: string;
  className?: string;
  children: ReactNode;
}

/** Opens the file dialog; an invalid file is rejected at once with the message of its kind. */
export function PictureButton({ kind, onPick, label, className, children }: PictureButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const pick = async (file: File | undefined) => {
    if (!file) return;
    const message = pictureError(kind, file) ?? ((await isReadable(file)) ? undefined : unreadableError(kind));
    if (message === undefined) onPick(file);
    else toast.error(message);
  };
  return (
    <>
      <button type="button" aria-label={label} className={className} onClick={() => input.current?.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={pictureTypes.join(",")}
        onChange={(event) => {
          void pick(event.target.files?.[0]);
          // Choosing the same file again must fire a change event.
          event.target.value = "";
        }}
      />
    </>
  );
}

async function isReadable(file: File): Promise<boolean> {
  const url = URL.createObjectURL(file);
  try {
    return await isReadablePicture(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}
