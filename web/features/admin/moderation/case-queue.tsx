import clsx from "clsx";
import { Lock } from "lucide-react";
import type { ModerationCase } from "#contract/moderation.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { MoreButton, type NextPage } from "#web/ui/more-button.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { type FailedQuery, QueryError } from "#web/ui/query-error.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useQueueKeys } from "./case-keys.ts";

interface CaseQueueProps {
  query: { isPending: boolean } & FailedQuery & NextPage;
  state: "open" | "decided";
  cases: ModerationCase[];
  selectedId: string | undefined;
  onOpen: (caseId: string) => void;
}

const emptyTexts = {
  open: { title: "Nothing is waiting", hint: "Every report has been looked at." },
  decided: { title: "No case was decided yet", hint: "Decided cases are listed here, the newest first." },
};
const keyHints = {
  open: "Keys: J and K move, D dismiss, H hide, R remove, W warn, S suspend, Esc close",
  decided: "Keys: J and K move, Esc close",
};

/** The queue; J and K (or the arrows) walk through it. */
export function CaseQueue({ query, state, cases, selectedId, onOpen }: CaseQueueProps) {
  useQueueKeys(cases, selectedId, onOpen);
  if (query.error && cases.length === 0) return <QueryError title="Couldn't load the queue" query={query} />;
  if (query.isPending) {
    return (
      <div aria-hidden="true" className="space-y-3">
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} className="h-20 w-full" />
        ))}
      </div>
    );
  }
  if (cases.length === 0) return <EmptyState title={emptyTexts[state].title}>{emptyTexts[state].hint}</EmptyState>;
  return (
    <div>
      <p className="mb-2 text-fine text-muted max-md:hidden">{keyHints[state]}</p>
      <ul aria-label="Cases" className="divide-y divide-line border-y border-line">
        {cases.map((item) => (
          <li key={item.id}>
            <CaseRow item={item} isSelected={item.id === selectedId} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      <MoreButton query={query} className="mt-4" />
    </div>
  );
}

/** What became of a decision. */
const decisionWords = { in_force: "", taken_back: ", taken back", erased: " for good" };

/** What became of a picture that the image screening found. */
const foundWords = {
  in_use: "",
  proposed: "proposed picture",
  former: "picture no longer shown",
  gone: "picture no longer exists",
};

interface CaseRowProps {
  item: ModerationCase;
  isSelected: boolean;
  onOpen: (caseId: string) => void;
}

/** How it came into the queue; its reports go with the accounts of those who made them. */
function sourceOf({ reportsCount, screeningPercent, isImageMatch }: ModerationCase): string {
  if (reportsCount > 0) return `${reportsCount} ${reportsCount === 1 ? "report" : "reports"}, `;
  return screeningPercent !== null || isImageMatch ? "Found by the image screening, " : "";
}

function CaseRow({ item, isSelected, onOpen }: CaseRowProps) {
  const reasons = item.reasons.map(({ reason, count }) => `${reason}${count > 1 ? ` ×${count}` : ""}`).join(", ");
  const screened = [
    item.screeningPercent === null ? "" : `image score ${item.screeningPercent}\u00a0%`,
    item.isImageMatch ? "like a removed picture" : "",
    foundWords[item.foundPicture ?? "in_use"],
  ];
  const why = [reasons, ...screened].filter((part) => part !== "").join(", ");
  return (
    <button
      type="button"
      data-case={item.id}
      aria-current={isSelected ? "true" : undefined}
      onClick={() => onOpen(item.id)}
      className={clsx(
        "flex w-full flex-wrap items-center gap-3 px-2 py-3 text-left hover:bg-surface",
        isSelected && "bg-surface shadow-[inset_3px_0_0_var(--accent)]",
      )}
    >
      {item.picture && (
        <span className="w-12 shrink-0 overflow-hidden rounded-input">
          <Picture picture={item.picture} alt="" sizes="48px" className="aspect-4/5! object-cover" />
        </span>
      )}
      {/* With large text in a line of its own. */}
      <span className="min-w-0 flex-1 basis-24">
        <span className="block truncate font-medium">{item.excerpt || `Deleted ${item.targetType}`}</span>
        <span className="block text-fine break-words text-muted">
          {`${item.targetType} of @${item.member.username} · ${why || "reporters' accounts deleted"}`}
        </span>
        <span className="block text-fine text-muted">
          {sourceOf(item)}
          <RelativeTime at={item.createdAt} />
          {item.status !== "open" && `, ${item.status}${decisionWords[item.decision ?? "in_force"]}`}
        </span>
        {item.lockedBy && (
          <span className="flex min-w-0 items-center gap-1 text-fine break-all text-muted">
            <Lock aria-hidden="true" size={14} className="shrink-0" />
            {`@${item.lockedBy.username}`}
          </span>
        )}
      </span>
    </button>
  );
}
