/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the focus of the list stays in its field, which names the current option; a select element takes the focus */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { type RefObject, useEffectEvent, useId, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { limits } from "#contract/limits.ts";
import type { Author } from "#contract/page.ts";
import { stylistQueries } from "#web/data/stylists.ts";
import { isComposing } from "#web/lib/is-composing.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { MemberName } from "#web/ui/member-name.tsx";
import { useCaret } from "./use-caret.ts";

type Box = RefObject<HTMLTextAreaElement | null>;

interface MentionSuggestionsProps {
  box: Box;
  content: string;
  onChange: (content: string) => void;
}

const suggestionsMax = 5;

/** What is being typed after an `@` before the caret, and where it begins. */
function readTyped(content: string, caret: number | null): { name: string; start: number } | null {
  if (caret === null) return null;
  const before = content.slice(0, caret);
  const [, name] = /(?:^|[^\p{L}\p{N}_.@])@([\p{L}\p{N}._]{1,50})$/u.exec(before) ?? [];
  return name === undefined ? null : { name, start: before.length - name.length - 1 };
}

/** Whether one of the member's names contains these letters, as the server sees it. */
function fits({ username, displayName }: Author, letters: string): boolean {
  return [username, displayName ?? ""].some((name) => name.toLowerCase().includes(letters.toLowerCase()));
}

/** Members whose names fit what is typed after an `@`; arrow keys, Enter and Tab choose, Escape closes. */
export function MentionSuggestions({ box, content, onChange }: MentionSuggestionsProps) {
  const listId = useId();
  const [chosen, setChosen] = useState(0);
  /** The place of an `@` whose suggestions were closed. */
  const [closedAt, setClosedAt] = useState<number>();
  const typed = readTyped(content, useCaret(box, content));
  const letters = useDebounced(typed?.name ?? "", limits.searchDebounceMs);
  const { data } = useQuery({ ...stylistQueries.search(letters), placeholderData: keepPreviousData });
  // What was found for fewer letters, or for another name, stays until the next answer: only some of it fits.
  const fitting = typed && typed.start !== closedAt ? data?.items.filter((member) => fits(member, typed.name)) : [];
  const members = fitting?.slice(0, suggestionsMax) ?? [];
  const current = Math.min(chosen, members.length - 1);
  const pick = (member: Author | undefined) => {
    if (!typed || !member || !box.current) return;
    const mention = `@${member.username} `;
    const caret = typed.start + mention.length;
    const after = content.slice(typed.start + 1 + typed.name.length).replace(/^ /, "");
    setChosen(0);
    flushSync(() => onChange(content.slice(0, typed.start) + mention + after));
    box.current.focus();
    box.current.setSelectionRange(caret, caret);
  };
  useListKeys(box, members.length > 0, {
    ArrowDown: () => setChosen((current + 1) % members.length),
    ArrowUp: () => setChosen((current - 1 + members.length) % members.length),
    Enter: () => pick(members[current]),
    Tab: () => pick(members[current]),
    Escape: () => setClosedAt(typed?.start),
  });
  useListAttributes(box, members.length > 0 ? { listId, optionId: `${listId}-${current}` } : null);
  return <Suggestions listId={listId} members={members} current={current} onPick={pick} />;
}

/** Keys of the field that move in the list while it is open, instead of sending the comment. */
function useListKeys(box: Box, isOpen: boolean, steps: Record<string, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!isOpen || !step || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    event.stopPropagation();
    step();
  });
  useLayoutEffect(() => {
    const area = box.current;
    const onPress = (event: KeyboardEvent) => press(event);
    // Before the field's own listener, which would send the comment.
    area?.addEventListener("keydown", onPress, true);
    return () => area?.removeEventListener("keydown", onPress, true);
  }, [box]);
}

/** The field says which option is current. */
function useListAttributes(box: Box, list: { listId: string; optionId: string } | null): void {
  const { listId, optionId } = list ?? {};
  useLayoutEffect(() => {
    const area = box.current;
    if (!area || listId === undefined || optionId === undefined) return undefined;
    area.setAttribute("aria-autocomplete", "list");
    area.setAttribute("aria-controls", listId);
    area.setAttribute("aria-activedescendant", optionId);
    return () => {
      for (const name of ["aria-autocomplete", "aria-controls", "aria-activedescendant"]) area.removeAttribute(name);
    };
  }, [box, listId, optionId]);
}

interface SuggestionsProps {
  listId: string;
  members: readonly Author[];
  current: number;
  onPick: (member: Author) => void;
}

function Suggestions({ listId, members, current, onPick }: SuggestionsProps) {
  const count = `${members.length} ${members.length === 1 ? "member" : "members"} found. Use the arrow keys.`;
  return (
    <>
      <output className="sr-only">{members.length > 0 && count}</output>
      {members.length > 0 && (
        <div
          role="listbox"
          id={listId}
          aria-label="Members to mention"
          className="absolute inset-x-0 top-full z-20 mt-2 rounded-photo border border-line bg-surface p-1"
        >
          {members.map((member, index) => (
            <button
              role="option"
              key={member.id}
              id={`${listId}-${index}`}
              type="button"
              tabIndex={-1}
              aria-selected={index === current}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(member)}
              className={clsx(
                "flex min-h-11 w-full items-center gap-3 rounded-input px-3 text-left",
                index === current && "bg-ink/6",
              )}
            >
              <Avatar username={member.username} avatarUrl={member.avatarUrl} size={28} />
              <span className="min-w-0 truncate font-medium">
                <MemberName member={member} hasHandle />
              </span>
            </button>
          ))}
        </div>
      )}
    </>
  );
}
