import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Author } from "#contract/page.ts";
import { stylistQueries } from "#web/data/stylists.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { errorMessage } from "#web/text/errors.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Input } from "#web/ui/input.tsx";
import { MemberName } from "#web/ui/member-name.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

interface StylistSearchDialogProps {
  /** The slot to fill; null while closed. */
  position: number | null;
  onChoose: (stylist: Author) => void;
  onClose: () => void;
}

export function StylistSearchDialog({ position, onChoose, onClose }: StylistSearchDialogProps) {
  return (
    <Dialog isOpen={position !== null} onClose={onClose} title={`Add to Spot #${position ?? 1}`}>
      <StylistSearch onChoose={onChoose} />
    </Dialog>
  );
}

function StylistSearch({ onChoose }: { onChoose: (stylist: Author) => void }) {
  const [entry, setEntry] = useState("");
  const letters = useDebounced(entry.trim(), limits.searchDebounceMs);
  return (
    <div className="min-h-72 py-1">
      <Field label="Name">
        {(control) => (
          <Input
            {...control}
            data-first-focus
            type="search"
            placeholder="Search by name or username..."
            autoCapitalize="none"
            autoComplete="off"
            spellCheck="false"
            maxLength={limits.searchCharsMax}
            value={entry}
            onChange={(event) => setEntry(event.target.value)}
          />
        )}
      </Field>
      <div className="mt-4" aria-live="polite">
        {letters === "" ? (
          <p className="text-fine text-muted">Search for a stylist</p>
        ) : (
          <Results letters={letters} onChoose={onChoose} />
        )}
      </div>
    </div>
  );
}

function Results({ letters, onChoose }: { letters: string; onChoose: (stylist: Author) => void }) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...stylistQueries.search(letters),
    placeholderData: keepPreviousData,
  });
  if (error && !data) {
    const message = errorMessage(error, "The search didn't work. Please try again.");
    return <InlineError message={message} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  // What was found for the letters before is shown meanwhile, but not that it was nothing.
  if (!data || (isPlaceholderData && data.items.length === 0)) return <Waiting />;
  if (data.items.length === 0) return <p className="text-fine text-muted">No one found for “{letters}”.</p>;
  return (
    <ul aria-label="Members found" className="-mx-2">
      {data.items.map((member) => (
        <li key={member.id}>
          <button
            type="button"
            onClick={() => onChoose(member)}
            className="flex min-h-14 w-full items-center gap-3 rounded-input px-2 text-left hover:bg-ink/6"
          >
            <Avatar username={member.username} avatarUrl={member.avatarUrl} size={40} />
            <span className="min-w-0 truncate font-medium">
              <MemberName member={member} hasHandle />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Waiting() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="h-10 w-3/4" />
      <Skeleton className="h-10 w-2/3" />
      <Skeleton className="h-10 w-3/4" />
    </div>
  );
}
