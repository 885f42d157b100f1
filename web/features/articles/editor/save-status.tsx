import type { SaveStatus } from "#web/data/article-autosave.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";

const quiet: Partial<Record<SaveStatus["kind"], string>> = { waiting: "Writing…", saving: "Saving…" };
const loud: Partial<Record<SaveStatus["kind"], string>> = {
  offline: "No connection. It is saved as soon as you are back.",
  conflict: "Changed somewhere else",
};
const actions: Partial<Record<SaveStatus["kind"], string>> = { failed: "Try again", conflict: "Decide" };

/** The saving state. Screen readers announce only problems, not each save. */
export function SaveStatusLine({ status, onRetry }: { status: SaveStatus; onRetry: () => void }) {
  const action = actions[status.kind];
  return (
    <p className="min-w-0 text-fine text-muted">
      {status.kind === "saved" ? <SavedAt at={status.at} /> : quiet[status.kind]}
      <span role="alert" className="text-danger">
        {status.kind === "failed" ? status.words : loud[status.kind]}
      </span>{" "}
      {action !== undefined && (
        <button type="button" className="min-h-11 font-semibold text-ink underline" onClick={onRetry}>
          {action}
        </button>
      )}
    </p>
  );
}

function SavedAt({ at }: { at: string | null }) {
  if (at === null) return "Saved as you write";
  return (
    <>
      Saved <RelativeTime at={at} />
    </>
  );
}
