import { type KeyboardEvent, useState } from "react";
import { limits } from "#contract/limits.ts";
import { announce } from "#web/lib/announce.ts";
import { isComposing } from "#web/lib/is-composing.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { TagList } from "#web/ui/tag-list.tsx";

interface TagsInputProps {
  tags: readonly string[];
  error: string | undefined;
  isDisabled: boolean;
  onChange: (tags: string[]) => void;
}

/** Words entered with Enter or a comma; what is still in the box counts when it is left. */
export function TagsInput({ tags, error, isDisabled, onChange }: TagsInputProps) {
  const [entry, setEntry] = useState("");
  const [tagError, setTagError] = useState<string>();
  const add = (text: string) => {
    const next = [...tags];
    for (const part of text.split(",")) {
      const tag = part.trim().replace(/^#+/, "").trim().slice(0, limits.tagCharsMax);
      if (tag !== "" && !next.some((known) => known.toLowerCase() === tag.toLowerCase())) next.push(tag);
    }
    const isTooMany = next.length > limits.articleTagsMax;
    setTagError(isTooMany ? "Maximum 10 tags allowed" : undefined);
    if (isTooMany) return;
    setEntry("");
    if (next.length === tags.length) return;
    announce(`Added ${next.slice(tags.length).join(", ")}`);
    onChange(next);
  };
  const remove = (tag: string) => {
    onChange(tags.filter((kept) => kept !== tag));
    announce(`Removed ${tag}`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      add(entry);
    }
    const last = tags.at(-1);
    if (event.key === "Backspace" && entry === "" && last !== undefined) remove(last);
  };
  return (
    <div>
      <Field label="Tags" isRequired aside={`${tags.length}/${limits.articleTagsMax}`} error={tagError ?? error}>
        {(control) => (
          <Input
            {...control}
            placeholder="mending, knitwear, care…"
            value={entry}
            disabled={isDisabled}
            autoCapitalize="none"
            autoComplete="off"
            onChange={({ target }) => {
              const typed = target.value;
              if (!typed.includes(",")) return setEntry(typed);
              // A comma is never part of the entry.
              target.value = entry;
              add(typed);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => add(entry)}
          />
        )}
      </Field>
      <TagList tags={tags} isDisabled={isDisabled} onRemove={remove} />
    </div>
  );
}
