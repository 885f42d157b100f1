import { ImagePlus } from "lucide-react";
import { useState } from "react";
import type { ArticleContent } from "#contract/articles.ts";
import { limits } from "#contract/limits.ts";
import type { Picture as StoredPicture } from "#contract/media.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { controlClass } from "#web/ui/input.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { RequiredMark } from "#web/ui/required-mark.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { PictureDialog } from "./picture-dialog.tsx";
import { TagsInput } from "./tags-input.tsx";

/** All of an article except its text. The cover's preview is kept next to its stored data. */
export type Details = Pick<ArticleContent, "title" | "summary" | "tags" | "cover"> & {
  coverPicture: StoredPicture | null;
};

interface DetailsFieldsProps {
  details: Details;
  /** What is missing, by field. */
  errors: Readonly<Record<string, string>>;
  isDisabled: boolean;
  onChange: (change: Partial<Details>) => void;
}

export function DetailsFields({ details, errors, isDisabled, onChange }: DetailsFieldsProps) {
  return (
    <div className="flex flex-col gap-6">
      <Field
        label="Title"
        isRequired
        aside={`${details.title.length}/${limits.articleTitleCharsMax}`}
        error={errors["title"]}
      >
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            rows={1}
            value={details.title}
            disabled={isDisabled}
            maxLength={limits.articleTitleCharsMax}
            // A title is one line, however it is broken on the screen.
            onChange={({ target }) => onChange({ title: target.value.replaceAll("\n", " ") })}
            className={`${controlClass} font-display field-sizing-content resize-none py-3 text-headline! leading-[1.1]!`}
          />
        )}
      </Field>
      <Field
        label="Summary"
        isRequired
        aside={`${details.summary.length}/${limits.articleSummaryCharsMax}`}
        hint="One or two sentences under the title, in lists and in link previews."
        error={errors["summary"]}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={details.summary}
            disabled={isDisabled}
            maxLength={limits.articleSummaryCharsMax}
            onChange={({ target }) => onChange({ summary: target.value })}
          />
        )}
      </Field>
      <CoverField
        details={details}
        error={errors["cover"] ?? errors["cover.alt"]}
        isDisabled={isDisabled}
        onChange={onChange}
      />
      <TagsInput
        tags={details.tags}
        error={errors["tags"]}
        isDisabled={isDisabled}
        onChange={(tags) => onChange({ tags })}
      />
    </div>
  );
}

interface CoverFieldProps {
  details: Details;
  error: string | undefined;
  isDisabled: boolean;
  onChange: (change: Partial<Details>) => void;
}

function CoverField({ details, error, isDisabled, onChange }: CoverFieldProps) {
  const { cover, coverPicture } = details;
  const [isOpen, setOpen] = useState(false);
  const initial = cover && coverPicture ? { ...cover, picture: coverPicture } : undefined;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 text-fine font-semibold">
        Cover picture
        <RequiredMark />
      </legend>
      {coverPicture && (
        <figure>
          <span className="block overflow-hidden rounded-photo">
            <Picture
              picture={coverPicture}
              alt={cover?.alt ?? ""}
              sizes="(width >= 48rem) 672px, 100vw"
              className="aspect-16/9! object-cover"
            />
          </span>
          <figcaption className="mt-2 text-fine text-muted">
            {cover?.caption === "" ? "No caption" : cover?.caption}
          </figcaption>
        </figure>
      )}
      <Button
        look="outline"
        size="small"
        disabled={isDisabled}
        aria-describedby={error ? "cover-error" : undefined}
        onClick={() => setOpen(true)}
        className="self-start"
      >
        <ImagePlus aria-hidden="true" size={18} strokeWidth={1.5} />
        {cover ? "Change cover" : "Add a cover"}
      </Button>
      <p id="cover-error" role="alert" className="text-fine text-danger empty:hidden">
        {error}
      </p>
      {isOpen && (
        <PictureDialog
          title="Cover picture"
          initial={initial}
          onClose={() => setOpen(false)}
          onDone={({ picture, ...chosen }) => {
            onChange({ cover: chosen, coverPicture: picture });
            setOpen(false);
          }}
        />
      )}
    </fieldset>
  );
}
