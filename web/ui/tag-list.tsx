import { X } from "lucide-react";

interface TagListProps {
  tags: readonly string[];
  /** Before each tag. */
  sign?: "#";
  isDisabled?: boolean;
  onRemove: (tag: string) => void;
}

/** The tags of a form, each with a button that removes it. */
export function TagList({ tags, sign, isDisabled = false, onRemove }: TagListProps) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Chosen tags" className="mt-3 flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li
          key={tag}
          className="flex max-w-full animate-[appear_0.15s_var(--ease-out)] items-center rounded-full border border-line bg-surface pl-4 text-fine font-medium"
        >
          <span className="truncate">
            {sign}
            {tag}
          </span>
          <button
            type="button"
            aria-label={`Remove tag ${tag}`}
            disabled={isDisabled}
            onClick={() => onRemove(tag)}
            className="grid size-9 shrink-0 place-items-center rounded-full text-muted hover:text-ink pointer-coarse:size-11"
          >
            <X aria-hidden="true" size={14} strokeWidth={2} />
          </button>
        </li>
      ))}
    </ul>
  );
}
