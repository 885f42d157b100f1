import type { ColumnDef } from "@tanstack/react-table";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { AdminRedemption } from "#contract/reward-admin.ts";
import type { RedemptionStatus } from "#contract/rewards.ts";
import { adminRewardQueries } from "#web/data/admin-rewards.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { Button } from "#web/ui/button.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { counted } from "#contract/counted.ts";
import { isErased } from "#web/features/admin/parts/is-erased.ts";
import { MemberCell } from "#web/features/admin/parts/member-cell.tsx";
import { formatMoney } from "#web/features/admin/parts/money.ts";
import { RedemptionDialog } from "./redemption-dialog.tsx";
import { Select } from "#web/features/admin/parts/select.tsx";
import { StatefulTable } from "#web/features/admin/parts/table-states.tsx";

const statuses = [
  { value: "awaiting approval", label: "Awaiting approval" },
  { value: "approved", label: "Approved" },
  { value: "rejected", label: "Rejected" },
  { value: "withdrawn", label: "Withdrawn" },
] as const;

interface RedemptionQueueProps {
  /** Of the address, as it is. */
  wantedStatus: string | undefined;
  onStatus: (status: RedemptionStatus) => void;
}

/** Members' requests by status; those that wait are oldest first. */
export function RedemptionQueue({ wantedStatus, onStatus }: RedemptionQueueProps) {
  const status = statuses.find(({ value }) => value === wantedStatus)?.value ?? "awaiting approval";
  const [openId, setOpenId] = useState<string>();
  const query = useInfiniteQuery(adminRewardQueries.queue(status));
  const columns = useMemo(() => redemptionColumns(setOpenId), [setOpenId]);
  // A decided request goes with the button that opened it.
  const kept = useRestoredFocus<HTMLElement>();
  return (
    <section {...kept} aria-label="Requests" className="outline-none">
      <div className="mb-4">
        <Select label="Which requests" value={status} options={statuses} onSelect={onStatus} />
      </div>
      <StatefulTable
        label="Requests"
        empty={status === "awaiting approval" ? "No request is waiting" : "No such requests"}
        query={query}
        columns={columns}
        template="minmax(0, 3fr) minmax(0, 2fr) 10rem 8rem"
      />
      {openId !== undefined && (
        // A decision on another request may end while this one is open.
        <RedemptionDialog
          key={openId}
          redemptionId={openId}
          onClose={() => setOpenId((open) => (open === openId ? undefined : open))}
        />
      )}
    </section>
  );
}

function redemptionColumns(onOpen: (id: string) => void): ColumnDef<AdminRedemption, unknown>[] {
  return [
    {
      id: "reward",
      header: "Reward",
      cell: ({ row: { original } }) => (
        <span className="block min-w-0">
          <span className="block truncate font-medium">{original.reward.name}</span>
          <span className="block text-fine text-muted">
            {`${formatMoney(original.reward.valueCents, original.reward.currency)} · ${counted(original.cost, "point")}`}
            {original.isOrdered && " · Being bought"}
          </span>
        </span>
      ),
    },
    { id: "member", header: "Member", cell: ({ row }) => <MemberCell member={row.original.member} /> },
    {
      id: "time",
      header: "Requested",
      cell: ({ row }) => <RelativeTime at={row.original.createdAt} className="text-fine text-muted" />,
    },
    {
      id: "actions",
      header: () => <span className="sr-only">Actions</span>,
      cell: ({ row: { original } }) => {
        const { member, reward } = original;
        const name = isErased(member) ? member.username : `@${member.username}`;
        const verb = original.status === "awaiting approval" ? "Decide" : "Open";
        return (
          <Button
            look="outline"
            size="small"
            aria-label={`${verb} the request of ${name} for ${reward.name}`}
            onClick={() => onOpen(original.id)}
          >
            {verb}
          </Button>
        );
      },
    },
  ];
}
