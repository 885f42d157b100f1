import { useInfiniteQuery } from "@tanstack/react-query";
import { AuditAction, type AuditFilter, AuditTargetType } from "#contract/audit.ts";
import { useExportAudit } from "#web/data/admin.ts";
import { adminMemberQueries } from "#web/data/admin-members.ts";
import { Button } from "#web/ui/button.tsx";
import { AdminHeading } from "#web/features/admin/parts/admin-heading.tsx";
import { AuditTable } from "./audit-table.tsx";
import { DateInput } from "#web/features/admin/parts/date-input.tsx";
import { Select } from "#web/features/admin/parts/select.tsx";

const actions = [{ value: "", label: "All actions" }, ...AuditAction.options.map((value) => ({ value, label: value }))];
const targets = [
  { value: "", label: "All targets" },
  ...AuditTargetType.options.map((value) => ({ value, label: value })),
];

interface AuditPageProps {
  /** From the address, so that a thing's page can link to its entries. */
  filter: AuditFilter;
  onFilter: (filter: AuditFilter) => void;
}

/** Who did what, filterable, with a CSV of what is shown. */
export function AuditPage({ filter, onFilter }: AuditPageProps) {
  const exportCsv = useExportAudit();
  const set = (change: Record<string, string>) =>
    onFilter(
      Object.fromEntries(Object.entries({ ...filter, ...change }).filter(([, value]) => value !== "")) as AuditFilter,
    );
  const isOfOne = filter.targetId !== undefined || filter.memberId !== undefined;
  return (
    <>
      <AdminHeading
        title="Audit Log"
        hint="Everything that admins did. Entries can't be changed or deleted."
        actions={
          <Button look="outline" isBusy={exportCsv.isPending} onClick={() => exportCsv.mutate(filter)}>
            Download CSV
          </Button>
        }
      />
      <search className="@container mb-4 block">
        <div className="grid grid-cols-2 gap-3 @max-3xs:grid-cols-1 md:flex md:flex-wrap">
          <AdminSelect value={filter.actorId ?? ""} onSelect={(actorId) => set({ actorId })} />
          <Select label="Action" value={filter.action ?? ""} options={actions} onSelect={(action) => set({ action })} />
          <Select
            label="Target"
            value={filter.targetType ?? ""}
            options={targets}
            onSelect={(targetType) => set({ targetType, targetId: "" })}
          />
          <DateInput label="From (UTC)" value={filter.from} onSelect={(from) => set({ from })} />
          <DateInput label="Until (UTC)" value={filter.until} onSelect={(until) => set({ until })} />
          {isOfOne && (
            <Button look="outline" size="small" onClick={() => set({ targetId: "", memberId: "" })}>
              {filter.targetId === undefined ? "Show all members" : "Show all targets"}
            </Button>
          )}
        </div>
      </search>
      <AuditTable filter={filter} />
    </>
  );
}

/** Chooses one of the admins; one of the address who is no admin any more stays chosen. */
function AdminSelect({ value, onSelect }: { value: string; onSelect: (actorId: string) => void }) {
  const query = useInfiniteQuery(adminMemberQueries.list({ role: "admin" }));
  const admins = (query.data?.pages ?? []).flatMap(({ items }) =>
    items.map(({ id, username }) => ({ value: id, label: `@${username}` })),
  );
  const isKnown = value === "" || admins.some((admin) => admin.value === value);
  const options = [{ value: "", label: "All admins" }, ...admins, ...(isKnown ? [] : [{ value, label: "This admin" }])];
  return <Select label="Admin" value={value} options={options} onSelect={onSelect} className="max-md:col-span-full" />;
}
