import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import type { AuditEntry } from "#contract/audit.ts";
import { adminQueries } from "#web/data/admin.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { PagedList } from "#web/features/admin/parts/paged-list.tsx";

type ObjectLogProps = { targetType: AuditEntry["targetType"]; targetId: string };

/** What admins did to one thing, on demand, with the way to it in the audit log. */
export function ObjectLog(target: ObjectLogProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 items-center gap-2 text-left font-semibold"
      >
        {`Audit log of this ${target.targetType}`}
        <ChevronDown aria-hidden="true" size={16} strokeWidth={1.5} className={isOpen ? "rotate-180" : undefined} />
      </button>
      <div id={id}>{isOpen && <Entries {...target} />}</div>
    </div>
  );
}

function Entries(target: ObjectLogProps) {
  const query = useInfiniteQuery(adminQueries.audit(target));
  return (
    <>
      <PagedList label="Audit log" empty="Nothing recorded." query={query}>
        {(entry) => (
          <p className="py-1 text-fine">
            <span className="font-medium">{entry.action}</span>
            {entry.actor && ` by @${entry.actor.username}`} <RelativeTime at={entry.createdAt} className="text-muted" />
            {entry.reason && <span className="block break-words text-muted">{entry.reason}</span>}
          </p>
        )}
      </PagedList>
      <Link
        to="/admin/audit"
        search={target}
        className="flex min-h-11 w-fit items-center text-fine underline underline-offset-4"
      >
        Open in the audit log
      </Link>
    </>
  );
}
