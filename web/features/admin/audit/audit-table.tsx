import type { ColumnDef } from "@tanstack/react-table";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { AuditEntry, AuditFilter } from "#contract/audit.ts";
import { adminQueries } from "#web/data/admin.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { DataTable } from "#web/features/admin/parts/data-table.tsx";
import { MemberCell } from "#web/features/admin/parts/member-cell.tsx";

const dateTime = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });

const columns: ColumnDef<AuditEntry, unknown>[] = [
  {
    id: "time",
    header: "When",
    cell: ({ row: { original } }) => (
      <div className="text-fine">
        <time dateTime={original.createdAt}>{dateTime.format(new Date(original.createdAt))}</time>
        <p className="break-words text-muted">{[original.address, original.requestId].filter(Boolean).join(" · ")}</p>
      </div>
    ),
  },
  {
    id: "actor",
    header: "Who",
    cell: ({ row: { original } }) =>
      original.actor ? (
        <MemberCell member={original.actor} />
      ) : (
        <span className="text-muted">{original.actorId === null ? "The server" : "Deleted account"}</span>
      ),
  },
  {
    id: "action",
    header: "What",
    cell: ({ row: { original } }) => (
      <div>
        <p className="font-medium">{original.action}</p>
        {original.reason && <p className="break-words text-fine text-muted">{original.reason}</p>}
      </div>
    ),
  },
  {
    id: "target",
    header: "Target",
    cell: ({ row: { original } }) => (
      <div className="text-fine">
        <Target entry={original} />
        {original.member && <p className="break-words text-muted">{`@${original.member.username}`}</p>}
      </div>
    ),
  },
  { id: "change", header: "Change", cell: ({ row }) => <Change entry={row.original} /> },
];

/** What it was done to, with the way to all entries about it. */
function Target({ entry: { targetType, targetId } }: { entry: AuditEntry }) {
  if (targetId === null) return <p>{targetType}</p>;
  return (
    <Link to="/admin/audit" search={{ targetType, targetId }} className="block py-2 break-words underline">
      {`${targetType} ${targetId}`}
    </Link>
  );
}

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text);

function text(value: unknown): string {
  if (value === undefined) return "–";
  if (typeof value !== "string") return JSON.stringify(value);
  return isTime(value) ? dateTime.format(new Date(value)) : value;
}

function Change({ entry }: { entry: AuditEntry }) {
  const keys = [...new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])];
  return (
    <ul className="text-fine">
      {keys.map((key) => (
        <li key={key} className="break-words">
          <span className="text-muted">{`${key}: `}</span>
          {entry.before && key in entry.before
            ? `${text(entry.before[key])} → ${text(entry.after?.[key])}`
            : text(entry.after?.[key])}
        </li>
      ))}
    </ul>
  );
}

/** The audit log, or the part of it that a filter lets through. */
export function AuditTable({ filter }: { filter: AuditFilter }) {
  const query = useInfiniteQuery(adminQueries.audit(filter));
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.error && !query.data) return <QueryError title="Couldn't load the audit log" query={query} />;
  if (!query.isPending && rows.length === 0) return <EmptyState title="Nothing recorded" art="page" />;
  return (
    <DataTable
      label="Audit log"
      columns={columns}
      rows={rows}
      isLoading={query.isPending}
      nextPage={query}
      template="12rem minmax(0, 1fr) minmax(0, 2fr) minmax(0, 1fr) minmax(0, 2fr)"
    />
  );
}
