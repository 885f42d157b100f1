/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the focus of a combobox stays in its field, which names the current option; a select element takes the focus */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import clsx from "clsx";
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import type { AdminSearch } from "#contract/admin.ts";
import { limits } from "#contract/limits.ts";
import { adminQueries } from "#web/data/admin.ts";
import { isComposing } from "#web/lib/is-composing.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { controlClass } from "#web/ui/input.tsx";
import { adminEntries } from "./admin-entries.ts";
import { ModalPanel } from "./modal-panel.tsx";
import { settingLabels } from "#web/features/admin/settings/setting-labels.ts";

interface Found {
  key: string;
  group: string;
  label: string;
  detail: string;
  to: string;
}

/** Settings by what people call them; all are on one page. */
const settingNames = [...Object.values(settingLabels), "Theme colours"];

const nothing: AdminSearch = { members: [], outfits: [], cases: [] };

/** Finds a member, an outfit, a report or a setting from everywhere in the admin area. */
export function CommandPalette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <ModalPanel
      isOpen={isOpen}
      onClose={onClose}
      label="Search the admin area"
      className="mx-auto mt-[12dvh] mb-auto max-h-[70dvh] w-[calc(100%-2rem)] max-w-xl overflow-hidden rounded-3xl border border-line bg-paper p-0 text-ink"
    >
      <Palette onClose={onClose} />
    </ModalPanel>
  );
}

/** What a text finds, and why there may be less than there is. */
function useFound(text: string): { found: Found[]; note: string; retry: (() => void) | undefined } {
  const search = useDebounced(text.trim(), limits.searchDebounceMs);
  const isSettled = search === text.trim();
  const { data, isError, isFetching, refetch } = useQuery(adminQueries.search(search));
  const isWaiting = isFetching || !isSettled;
  const note = isWaiting ? "Searching..." : "Nothing found";
  const retry = isError && !isWaiting ? () => void refetch() : undefined;
  const word = text.trim().toLowerCase();
  const holds = (label: string) => label.toLowerCase().includes(word);
  const pages = adminEntries
    .filter(({ label }) => holds(label))
    .map(({ label, to }) => ({ key: to, group: "Pages", label, detail: "", to }));
  if (word === "") return { found: pages, note, retry };
  // Enter must not open what the words before have found.
  const { members, outfits, cases } = isSettled && data ? data : nothing;
  const found = [
    ...members.map(({ id, username, email }) => ({
      key: id,
      group: "Members",
      label: `@${username}`,
      detail: email ?? "",
      to: `/admin/users/${id}`,
    })),
    ...outfits.map(({ id, title, username, isActive }) => ({
      key: id,
      group: "Outfits",
      label: title,
      detail: `@${username}${isActive ? "" : " · Hidden"}`,
      to: `/outfit/${id}`,
    })),
    ...cases.map(({ id, targetType, username, reportsCount }) => ({
      key: id,
      group: "Reports",
      label: `${targetType} of @${username}`,
      detail: `${reportsCount} ${reportsCount === 1 ? "report" : "reports"}`,
      to: `/admin/moderation?case=${id}`,
    })),
    ...settingNames
      .filter(holds)
      .map((label) => ({ key: label, group: "Settings", label, detail: "", to: "/admin/settings" })),
    ...pages,
  ];
  return { found, note, retry };
}

function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [index, setIndex] = useState(0);
  const { found, note, retry } = useFound(text);
  const navigate = useNavigate();
  const base = useId();
  const current = Math.min(index, found.length - 1);
  const open = (entry: Found | undefined) => {
    if (!entry) return;
    onClose();
    void navigate({ href: entry.to });
  };
  const onKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setIndex((current + step + found.length) % Math.max(1, found.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      open(found[current]);
    }
  };
  return (
    <div className="flex max-h-[70dvh] flex-col">
      <input
        role="combobox"
        aria-label="Search members, outfits, reports and settings"
        aria-expanded="true"
        aria-controls={`${base}-list`}
        aria-activedescendant={found.length > 0 ? `${base}-${current}` : undefined}
        autoComplete="off"
        placeholder="Search members, outfits, reports, settings..."
        maxLength={limits.searchCharsMax}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setIndex(0);
        }}
        onKeyDown={onKey}
        className={clsx(controlClass, "min-h-14 rounded-none border-0 border-b")}
      />
      {retry && (
        <div className="px-5">
          <InlineError message="The search failed. Please try again." onRetry={retry} />
        </div>
      )}
      <Results base={base} found={found} note={retry ? "" : note} current={current} onOpen={open} onPoint={setIndex} />
    </div>
  );
}

interface ResultsProps {
  /** What the ids of the list and its options begin with; the field refers to them. */
  base: string;
  found: Found[];
  /** Instead of results. */
  note: string;
  current: number;
  onOpen: (entry: Found) => void;
  onPoint: (position: number) => void;
}

/** What was found; the keys belong to the field. */
function Results({ base, found, note, current, onOpen, onPoint }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null);
  // The focus is in the field, so that the browser does not scroll to the option by itself.
  useLayoutEffect(
    () => list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }),
    [current],
  );
  return (
    <div ref={list} role="listbox" aria-label="Results" id={`${base}-list`} className="min-h-0 overflow-y-auto p-2">
      {found.map((entry, position) => (
        <button
          role="option"
          tabIndex={-1}
          aria-selected={position === current}
          key={`${entry.group} ${entry.key}`}
          type="button"
          id={`${base}-${position}`}
          onClick={() => onOpen(entry)}
          onMouseMove={() => onPoint(position)}
          className={clsx(
            "flex min-h-11 w-full cursor-pointer items-baseline gap-3 rounded-input px-3 py-2.5 text-left",
            position === current && "bg-ink/8",
          )}
        >
          <span className="truncate font-medium">{entry.label}</span>
          <span className="min-w-0 grow truncate text-fine text-muted">{entry.detail}</span>
          <span className="text-fine text-muted">{entry.group}</span>
        </button>
      ))}
      {found.length === 0 && note !== "" && <p className="px-3 py-6 text-center text-muted">{note}</p>}
    </div>
  );
}
