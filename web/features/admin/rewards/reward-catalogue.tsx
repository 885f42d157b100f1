import type { ColumnDef } from "@tanstack/react-table";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { AdminReward } from "#contract/reward-admin.ts";
import { adminRewardQueries, useRetireReward } from "#web/data/admin-rewards.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { counted } from "#contract/counted.ts";
import { DataTable } from "#web/features/admin/parts/data-table.tsx";
import { formatMoney } from "#web/features/admin/parts/money.ts";
import { RewardDialog } from "./reward-dialog.tsx";
import { CodesDialog } from "./codes-dialog.tsx";

type Opened = { kind: "form"; reward: AdminReward | null } | { kind: "codes"; reward: AdminReward };

/** Every reward with its stock and requests: on offer first, then retired. */
export function RewardCatalogue() {
  const { data } = useQuery(adminRewardQueries.catalogue);
  const [opened, setOpened] = useState<Opened>();
  const { mutate: retire } = useRetireReward();
  const columns = useMemo(
    () =>
      rewardColumns({
        onEdit: (reward) => setOpened({ kind: "form", reward }),
        onCodes: (reward) => setOpened({ kind: "codes", reward }),
        onRetire: ({ id, isRetired }) => retire({ rewardId: id, isRetired: !isRetired }),
      }),
    [retire],
  );
  const close = () => setOpened(undefined);
  return (
    <section aria-label="Gift cards">
      <div className="mb-4 flex justify-end">
        <Button look="outline" size="small" onClick={() => setOpened({ kind: "form", reward: null })}>
          Add reward
        </Button>
      </div>
      <Rows columns={columns} />
      {opened?.kind === "form" && (
        <RewardDialog reward={opened.reward} isServiceOn={data?.isServiceOn ?? false} onClose={close} />
      )}
      {opened?.kind === "codes" && <CodesDialog reward={opened.reward} onClose={close} />}
    </section>
  );
}

function Rows({ columns }: { columns: ColumnDef<AdminReward, unknown>[] }) {
  const query = useQuery(adminRewardQueries.catalogue);
  const { data, error, isPending } = query;
  if (error && !data) return <QueryError title="Couldn't load the catalogue" query={query} />;
  if (data?.items.length === 0) return <EmptyState title="No rewards yet">Add the first one.</EmptyState>;
  return (
    <DataTable
      label="Gift cards"
      columns={columns}
      rows={data?.items ?? []}
      isLoading={isPending}
      template="minmax(0, 3fr) 8rem minmax(0, 2fr) 15rem"
    />
  );
}

const supplyNames: Record<AdminReward["supply"], string> = {
  manual: "Code typed at approval",
  codes: "Imported codes",
  service: "Gift card service",
};

interface ColumnActions {
  onEdit: (reward: AdminReward) => void;
  onCodes: (reward: AdminReward) => void;
  onRetire: (reward: AdminReward) => void;
}

function rewardColumns({ onEdit, onCodes, onRetire }: ColumnActions): ColumnDef<AdminReward, unknown>[] {
  return [
    {
      id: "reward",
      header: "Reward",
      cell: ({ row: { original } }) => (
        <span className="block min-w-0">
          <span className="block truncate font-medium">{original.name}</span>
          <span className="block truncate text-fine text-muted">
            {`${original.giftCardType} · ${formatMoney(original.valueCents, original.currency)}`}
            {original.isRetired && <span className="font-medium text-danger"> · Retired</span>}
          </span>
        </span>
      ),
    },
    {
      id: "points",
      header: "Points",
      cell: ({ row }) => <span className="tabular-nums">{counted(row.original.pointsRequired, "point")}</span>,
    },
    {
      id: "stock",
      header: "Stock and requests",
      cell: ({ row: { original } }) => (
        <span className="block text-fine">
          <span className={original.isInStock ? "block" : "block font-medium text-danger"}>
            {original.supply === "codes"
              ? `${counted(original.codesInStock, "code")} in stock`
              : supplyNames[original.supply]}
          </span>
          <span className="block text-muted">{`${original.openCount} waiting · ${original.approvedCount} approved`}</span>
        </span>
      ),
    },
    {
      id: "actions",
      header: () => <span className="sr-only">Actions</span>,
      cell: ({ row: { original } }) => (
        <div className="flex flex-wrap gap-2">
          <Action verb="Edit" reward={original} onPress={onEdit} />
          <Action verb="Codes" reward={original} onPress={onCodes} />
          <Action verb={original.isRetired ? "Offer" : "Retire"} reward={original} onPress={onRetire} />
        </div>
      ),
    },
  ];
}

interface ActionProps {
  verb: string;
  reward: AdminReward;
  onPress: (reward: AdminReward) => void;
}

function Action({ verb, reward, onPress }: ActionProps) {
  return (
    <Button look="outline" size="small" aria-label={`${verb} ${reward.name}`} onClick={() => onPress(reward)}>
      {verb}
    </Button>
  );
}
