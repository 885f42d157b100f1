import { useState } from "react";
import { AuditAction, type AuditFilter, AuditTargetType } from "#contract/audit.ts";
import { useExportAudit } from "#web/data/admin.ts";
import { Button } from "#web/ui/button.tsx";
import { AdminHeading } from "./admin-heading.tsx";
import { AuditTable } from "./audit-table.tsx";
import { DateInput } from "./date-input.tsx";
import { Select } from "./select.tsx";

const actions = [{ value: "", label: "All actions" }, ...AuditAction.options.map((value) => ({ value, label: value }))];
const targets = [
  { value: "", label: "All targets" },
  ...AuditTargetType.options.map((value) => ({ value, label: value })),
];

/** Who did what, filterable, with a CSV of what is shown. */
export function AuditPage() {
  const [filter, setFilter] = useState<AuditFilter>({});
  const exportCsv = useExportAudit();
  const set = (change: Record<string, string>) =>
    setFilter(
      (before) =>
        Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== "")) as AuditFilter,
    );
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
      <search className="mb-4 flex flex-wrap gap-3">
        <Select label="Action" value={filter.action ?? ""} options={actions} onSelect={(action) => set({ action })} />
        <Select
          label="Target"
          value={filter.targetType ?? ""}
          options={targets}
          onSelect={(targetType) => set({ targetType })}
        />
        <DateInput label="From" value={filter.from} onSelect={(from) => set({ from })} />
        <DateInput label="Until" value={filter.until} onSelect={(until) => set({ until })} />
      </search>
      <AuditTable filter={filter} />
    </>
  );
}
