import { useEffect, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import { Icon } from "./icons.tsx";

interface SearchFieldProps {
  /** As the address has it. */
  value: string;
  /** Called when typing has rested for 300 ms, at once on Enter and on clearing. */
  onSearch: (text: string) => void;
  label: string;
  placeholder: string;
  /** Where the form asks the server while there is no script; the page itself without it. */
  action?: string;
}

/** A search whose words are in the page's address. */
export function SearchField({ value, onSearch, label, placeholder, action }: SearchFieldProps) {
  const { text, type, send } = useSearchText(value, onSearch);
  return (
    <search className="relative min-w-0 grow">
      <form
        action={action}
        onSubmit={(event) => {
          event.preventDefault();
          send(text);
        }}
      >
        <Icon name="search" className="pointer-events-none absolute top-3.5 left-4 text-muted" />
        <input
          type="search"
          dir="auto"
          name="q"
          aria-label={label}
          placeholder={placeholder}
          value={text}
          maxLength={limits.searchCharsMax}
          enterKeyHint="search"
          onChange={(event) => type(event.target.value)}
          className={`h-12 w-full rounded-full border border-line bg-surface ${text === "" ? "pr-4" : "pr-12"} pl-12 text-[1rem] text-ellipsis placeholder:text-muted hover:border-ink/30 focus:border-ink focus:outline-none focus:ring-1 focus:ring-ink md:text-body [&::-webkit-search-cancel-button]:hidden`}
        />
        {text !== "" && (
          <button
            type="button"
            aria-label="Clear search"
            onClick={() => send("")}
            className="absolute top-0.5 right-1 grid size-11 place-items-center rounded-full text-muted hover:text-ink"
          >
            <Icon name="cross" size={18} strokeWidth={1.75} />
          </button>
        )}
      </form>
    </search>
  );
}

/** The text as typed, and the text in the URL. */
export function useSearchText(value: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);
  // Back, Forward and a pressed tag change the address from outside; what was typed itself is already there.
  useEffect(() => {
    if (value === sent.current) return;
    clearTimeout(timer.current);
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const send = (next: string) => {
    clearTimeout(timer.current);
    setText(next);
    sent.current = next.trim();
    onSearch(sent.current);
  };
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(next), limits.searchDebounceMs);
  };
  return { text, type, send };
}
