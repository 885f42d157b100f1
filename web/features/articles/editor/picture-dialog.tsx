import { type FormEvent, useEffect, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Picture as StoredPicture } from "#contract/media.ts";
import { usePictureUpload } from "#web/data/picture-upload.ts";
import { PictureButton } from "#web/ui/picture-button.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

export interface DescribedPicture {
  imageId: string;
  picture: StoredPicture;
  alt: string;
  caption: string;
}

interface PictureDialogProps {
  title: string;
  /** What is changed; undefined for a new picture. */
  initial?: DescribedPicture | undefined;
  /** A file that was pasted or dropped. */
  file?: File | undefined;
  onDone: (picture: DescribedPicture) => void;
  onClose: () => void;
}

/** A picture with the words for those who cannot see it, which it must have, and its caption, which it may have. */
export function PictureDialog({ title, initial, file, onDone, onClose }: PictureDialogProps) {
  const [alt, setAlt] = useState(initial?.alt ?? "");
  const [caption, setCaption] = useState(initial?.caption ?? "");
  const [stored, setStored] = useState(initial);
  const [isTried, setTried] = useState(false);
  const upload = usePictureUpload("article", ({ id, picture }) =>
    setStored({ imageId: id, picture, alt: "", caption: "" }),
  );
  const { start } = upload;
  const pasted = useRef(file);
  useEffect(() => {
    if (pasted.current) start(pasted.current);
    pasted.current = undefined;
  }, [start]);
  const words = alt.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (stored && words !== "") onDone({ ...stored, alt: words, caption: caption.trim() });
  };
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <ChosenPicture upload={upload} stored={stored} isMissing={isTried && !stored} />
        <Field
          label="Description"
          isRequired
          aside={`${alt.length}/${limits.altTextCharsMax}`}
          hint="What does it show? Screen readers read this aloud."
          error={isTried && words === "" ? "Describe this picture" : undefined}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              maxLength={limits.altTextCharsMax}
              value={alt}
              onChange={({ target }) => setAlt(target.value)}
            />
          )}
        </Field>
        <CaptionField value={caption} onChange={setCaption} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isBusy={upload.isBusy}>
            {initial ? "Save" : "Add picture"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function CaptionField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Field label="Caption" aside="Optional">
      {(control) => (
        <Input
          {...control}
          maxLength={limits.articleCaptionCharsMax}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

interface ChosenPictureProps {
  upload: ReturnType<typeof usePictureUpload>;
  stored: DescribedPicture | undefined;
  isMissing: boolean;
}

function ChosenPicture({ upload, stored, isMissing }: ChosenPictureProps) {
  const { state, start } = upload;
  return (
    <div>
      <Preview stored={stored} localUrl={state.status === "idle" ? undefined : state.previewUrl} />
      <div className="flex flex-wrap items-center gap-3">
        <PictureButton
          kind="article"
          label={stored ? "Choose another picture" : "Choose a picture"}
          onPick={start}
          className={buttonClass(stored ? "outline" : "ink", "small")}
        >
          {stored ? "Choose another" : "Choose a picture"}
        </PictureButton>
        <output className="text-fine text-muted">
          {state.status === "sending" && `Uploading, ${Math.round(state.share * 100)} %`}
          {state.status === "idle" && !stored && "JPG, PNG or WebP, up to 10MB"}
        </output>
        <UploadFailure upload={upload} />
        {isMissing && state.status === "idle" && (
          <p role="alert" className="text-fine text-danger">
            Choose a picture first
          </p>
        )}
      </div>
    </div>
  );
}

function Preview({ stored, localUrl }: { stored: DescribedPicture | undefined; localUrl: string | undefined }) {
  if (stored)
    return (
      <span className="mb-3 block overflow-hidden rounded-photo">
        <Picture picture={stored.picture} alt="" sizes="560px" className="max-h-72 object-cover" />
      </span>
    );
  if (localUrl === undefined) return null;
  return <img src={localUrl} alt="" className="mb-3 max-h-72 w-full rounded-photo object-cover opacity-60" />;
}

function UploadFailure({ upload: { state, retry } }: Pick<ChosenPictureProps, "upload">) {
  if (state.status !== "failed") return null;
  return (
    <p role="alert" className="text-fine text-danger">
      {state.message}{" "}
      {state.canRetry && (
        <button type="button" className="font-semibold underline" onClick={retry}>
          Try again
        </button>
      )}
    </p>
  );
}
