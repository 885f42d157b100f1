import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import type { PictureUpload } from "#web/data/picture-upload.ts";
import { Button } from "#web/ui/button.tsx";
import { canBePosted } from "./outfit-form.ts";
import type { MorePhotos } from "./use-more-photos.ts";
import type { OutfitForm } from "./use-outfit-form.ts";

interface SubmitRowProps {
  form: OutfitForm;
  submitLabel: string;
  /** Why the button is off. */
  incompleteHint: string;
  /** Next to the button: what the post earns. */
  note?: ReactNode;
  /** Why a photo holds the post back. */
  photoHint: string | undefined;
}

export function SubmitRow({ form, photoHint, submitLabel, incompleteHint, note }: SubmitRowProps) {
  const isWhole = useWatch({ control: form.control, compute: canBePosted });
  const isReady = isWhole && photoHint === undefined;
  return (
    <div className="flex flex-col gap-3 border-t border-line py-8 md:flex-row md:items-center md:justify-between">
      <div id="submit-hint" className="text-fine text-muted md:max-w-xs">
        {!isReady && <p>{isWhole ? photoHint : incompleteHint}</p>}
        {note !== undefined && <p>{note}</p>}
      </div>
      <Button
        type="submit"
        look="primary"
        size="large"
        disabled={!isReady}
        isBusy={form.formState.isSubmitting}
        aria-describedby="submit-hint"
        className="w-full md:w-auto"
      >
        {submitLabel}
      </Button>
    </div>
  );
}

/** Why a photo holds the post back, if one does. */
export function toPhotoHint(upload: PictureUpload, more: MorePhotos): string | undefined {
  const hasFailed = [upload, more.upload].some(({ state }) => state.status === "failed");
  if (hasFailed) return "A photo failed to upload. Try again or leave it out.";
  return upload.isBusy || !more.isIdle ? "Your photo is still uploading." : undefined;
}
