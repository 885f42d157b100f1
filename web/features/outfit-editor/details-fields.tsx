import { useController, useWatch } from "react-hook-form";
import type { Style } from "#contract/styles.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { SwitchRow } from "#web/ui/switch-row.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { charsMax, type Original } from "./check-outfit.ts";
import { StyleField } from "./style-field.tsx";
import { AltTextFields } from "./alt-text-fields.tsx";
import { TagsField } from "./tags-field.tsx";
import type { OutfitForm } from "./use-outfit-form.ts";

interface DetailsFieldsProps {
  form: OutfitForm;
  styles: readonly Style[];
  original?: Original | undefined;
}

/** Texts may be typed beyond their limit: cutting a pasted text silently would lose words, the counter and the error say so. */
export function DetailsFields({ form, styles, original }: DetailsFieldsProps) {
  const { errors } = form.formState;
  const [title, description] = useWatch({ control: form.control, name: ["title", "description"] });
  return (
    <div className="flex flex-col gap-7">
      <Field
        label="Title"
        isRequired
        aside={`${title.length}/${charsMax("title", original)}`}
        error={errors.title?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register("title")}
            placeholder="Rust corduroy and indigo denim"
            autoComplete="off"
            enterKeyHint="next"
            onKeyDown={(event) => {
              // Enter in a single-line field would submit the form too early.
              if (event.key === "Enter") event.preventDefault();
            }}
          />
        )}
      </Field>
      <Field
        label="Description"
        aside={`${description.length}/${charsMax("description", original)}`}
        error={errors.description?.message}
      >
        {(control) => (
          <Textarea
            {...control}
            {...form.register("description")}
            placeholder="Where it is from, how you wear it, what it goes with"
            rows={4}
          />
        )}
      </Field>
      <StyleField form={form} styles={styles} />
      <TagsField form={form} />
      <AltTextFields form={form} />
      <AiMark form={form} />
    </div>
  );
}

function AiMark({ form }: { form: OutfitForm }) {
  const { field } = useController({ control: form.control, name: "isAiMade" });
  return (
    <SwitchRow
      label="Made with AI"
      hint="Turn it on if an AI made or changed what the photos show. The outfit will be labelled."
      isOn={field.value}
      onToggle={field.onChange}
    />
  );
}
