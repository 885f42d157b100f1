import { useWatch } from "react-hook-form";
import { isBlankText } from "#contract/blank-text.ts";
import { limits } from "#contract/limits.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import type { OutfitForm } from "./use-outfit-form.ts";
import { CodeBoundary } from "#web/ui/code-boundary.tsx";

const AltTextSuggestion = lazyPart(() => import("./alt-text-suggestion.tsx"), "AltTextSuggestion");

type FieldName = "altText" | `morePhotos.${number}.altText`;

/** One for each photo, the cover's first. */
export function AltTextFields({ form }: { form: OutfitForm }) {
  const { errors } = form.formState;
  const [image, altText, morePhotos] = useWatch({ control: form.control, name: ["image", "altText", "morePhotos"] });
  return (
    <>
      <Field
        label="Alt text"
        aside={`${altText.length}/${limits.altTextCharsMax}`}
        hint="Describe the photo for people who can't see it. If left empty, the title and items are read instead."
        error={errors.altText?.message}
      >
        {(control) => (
          <>
            <Textarea {...control} {...form.register("altText")} rows={2} />
            <Suggestion form={form} field="altText" text={altText} imageId={image?.id ?? null} name="the cover" />
          </>
        )}
      </Field>
      {morePhotos.map((photo, index) => (
        <Field
          key={photo.id}
          label={`Alt text of photo ${index + 2}`}
          aside={`${photo.altText.length}/${limits.altTextCharsMax}`}
          error={errors.morePhotos?.[index]?.altText?.message}
        >
          {(control) => (
            <>
              <Textarea {...control} {...form.register(`morePhotos.${index}.altText`)} rows={2} />
              <Suggestion
                form={form}
                field={`morePhotos.${index}.altText`}
                text={photo.altText}
                imageId={photo.id}
                name={`photo ${index + 2}`}
              />
            </>
          )}
        </Field>
      ))}
    </>
  );
}

interface SuggestionProps {
  form: OutfitForm;
  field: FieldName;
  text: string;
  imageId: string | null;
  name: string;
}

/** Nothing is suggested over what was typed. */
function Suggestion({ form, field, text, imageId, name }: SuggestionProps) {
  if (imageId === null || !isBlankText(text)) return null;
  const use = (suggestion: string) => {
    form.setValue(field, suggestion, { shouldDirty: true });
    form.setFocus(field);
  };
  return (
    <CodeBoundary>
      <AltTextSuggestion key={imageId} imageId={imageId} name={name} onUse={use} />
    </CodeBoundary>
  );
}
