import { type ReactNode, useRef } from "react";
import type { UploadKind } from "#contract/media.ts";
import { notify } from "#web/ui/notify.ts";
import { pictureComplaint, pictureTypes } from "./picture-rules.ts";

interface PictureButtonProps {
  kind: UploadKind;
  /** Gets a file of the right type and size. */
  onPick: (file: File) => void;
  label: string;
  className?: string;
  children: ReactNode;
}

/** Opens the device's file dialog; a file that cannot be taken is refused at once in the words of its kind. */
export function PictureButton({ kind, onPick, label, className, children }: PictureButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const pick = (file: File | undefined) => {
    if (!file) return;
    const words = pictureComplaint(kind, file);
    if (words === undefined) onPick(file);
    else notify.error(words);
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
          pick(event.target.files?.[0]);
          // The same file chosen again is a choice, too.
          event.target.value = "";
        }}
      />
    </>
  );
}
