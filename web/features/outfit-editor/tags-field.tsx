import { Plus } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { useController, useWatch } from "react-hook-form";
import { limits } from "#contract/limits.ts";
import { announce } from "#web/lib/announce.ts";
import { isComposing } from "#web/lib/is-composing.ts";
import { Field } from "#web/ui/field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Input } from "#web/ui/input.tsx";
import { TagList } from "#web/ui/tag-list.tsx";
import { addTags } from "./outfit-form.ts";
import type { OutfitForm } from "./use-outfit-form.ts";

/** Words typed, pasted or entered with Enter, a comma or the plus; what is still in the box counts when it is left. */
export function TagsField({ form }: { form: OutfitForm }) {
  const { field, fieldState } = useController({ control: form.control, name: "tags" });
  const input = useRef<HTMLInputElement | null>(null);
  const { entry, type, commit, remove } = useTagEntry(form, field.value, field.onChange);
  const { ref, onBlur } = field;
  const removeTag = (tag: string) => {
    remove(tag);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // An Enter that ends a composed letter is not an Enter of the field.
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      commit();
    }
    const last = field.value.at(-1);
    // Held to empty the box, it must not go on into the tags.
    if (event.key === "Backspace" && !event.repeat && entry === "" && last !== undefined) remove(last);
  };
  return (
    <div>
      <Field label="Tags" aside={`${field.value.length}/${limits.tagsMax}`} error={fieldState.error?.message}>
        {(control) => (
          <div className="relative">
            <Input
              {...control}
              ref={(element) => {
                input.current = element;
                ref(element);
              }}
              className="pr-13"
              placeholder="vintage, denim, summer…"
              value={entry}
              autoCapitalize="none"
              autoComplete="off"
              enterKeyHint="enter"
              onChange={({ target }) => type(target.value)}
              onKeyDown={onKeyDown}
              onBlur={() => {
                commit();
                onBlur();
              }}
            />
            <IconButton label="Add tag" className="absolute! inset-y-0.5 right-0.5" onClick={commit}>
              <Plus aria-hidden="true" size={20} strokeWidth={1.5} />
            </IconButton>
          </div>
        )}
      </Field>
      <TagList tags={field.value} sign="#" onRemove={removeTag} />
    </div>
  );
}

/** The box's text and what becomes of it. What is refused stays in the box, and in the form, which is not sent with it. */
function useTagEntry(form: OutfitForm, tags: readonly string[], onChange: (tags: string[]) => void) {
  const entry = useWatch({ control: form.control, name: "tagEntry" });
  const setEntry = (text: string) => form.setValue("tagEntry", text, { shouldDirty: true });
  const add = (text: string) => {
    const added = addTags(tags, text);
    if ("fieldError" in added) {
      setEntry(text.replace(/,\s*$/, ""));
      return form.setError("tags", { type: "rule", message: added.fieldError });
    }
    form.clearErrors("tags");
    setEntry("");
    const fresh = added.tags.slice(tags.length);
    if (fresh.length === 0) return;
    announce(`Added ${fresh.map((tag) => `#${tag}`).join(", ")}`);
    onChange(added.tags);
  };
  return {
    entry,
    type: (text: string) => (text.includes(",") ? add(text) : setEntry(text)),
    commit: () => add(entry),
    remove: (tag: string) => {
      form.clearErrors("tags");
      onChange(tags.filter((kept) => kept !== tag));
      announce(`Removed #${tag}`);
    },
  };
}
