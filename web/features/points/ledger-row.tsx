import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { counted } from "#contract/counted.ts";
import type { PointsEntry } from "#contract/points.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { kindNames, signed } from "./points-words.ts";

/** One row of the ledger: what earned it, when, and what it did to the balance. */
export function LedgerRow({ entry }: { entry: PointsEntry }) {
  const { kind, points, redemption, createdAt } = entry;
  const subject = subjectOf(entry);
  return (
    <div className="flex min-h-16 items-center justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="font-medium break-words">{subject ?? kindNames[kind]}</p>
        <p className="flex flex-wrap gap-x-1.5 text-fine text-muted">
          {subject !== null && <span>{kindNames[kind]} ·</span>}
          {redemption && (
            <span className="first-letter:uppercase">
              {redemption.status === "rejected" ? "declined" : redemption.status} ·
            </span>
          )}
          <RelativeTime at={createdAt} />
        </p>
      </div>
      <p className={clsx("shrink-0 text-lead tabular-nums", points > 0 ? "text-ink" : "text-muted")}>
        {redemption && points === 0 ? <Returned cost={redemption.cost} /> : signed(points)}
      </p>
    </div>
  );
}

/** The cost of a request that was turned down or withdrawn. */
function Returned({ cost }: { cost: number }) {
  return (
    <>
      <s aria-hidden="true">{signed(-cost)}</s>
      <span className="sr-only">{counted(cost, "point")}, returned</span>
    </>
  );
}

/** With room for a finger. */
const linkClass = "-my-3 inline-block py-3 underline decoration-line underline-offset-4 hocus:decoration-ink";

/** The subject, linked while it can be opened; null if the kind is enough. */
function subjectOf({ kind, title, outfitId, eventId }: PointsEntry) {
  if (title === null) return null;
  if (outfitId !== null) {
    return (
      <Link to="/outfit/$outfitId" params={{ outfitId }} className={linkClass}>
        {title}
      </Link>
    );
  }
  if (eventId !== null) {
    return (
      <Link to="/events/$eventId" params={{ eventId }} className={linkClass}>
        {title}
      </Link>
    );
  }
  if (kind === "REDEMPTION") {
    return (
      <Link to="/rewards" className={linkClass}>
        {title}
      </Link>
    );
  }
  return title;
}
