import { useQuery } from "@tanstack/react-query";
import { adminRewardQueries } from "#web/data/admin-rewards.ts";
import { Tabs } from "#web/ui/tabs.tsx";
import { AdminHeading } from "#web/features/admin/parts/admin-heading.tsx";
import { RedemptionQueue } from "./redemption-queue.tsx";
import { RedemptionRulesForm } from "./redemption-rules.tsx";
import { RewardCatalogue } from "./reward-catalogue.tsx";

type TabId = "requests" | "catalogue" | "rules";

interface RewardsPageProps {
  /** Of the address, as they are. */
  tab: string | undefined;
  status: string | undefined;
  onTab: (tab: string) => void;
  onStatus: (status: string) => void;
}

/** The requests of members, the catalogue with its stock, and the rules for requests. */
export function RewardsPage({ tab: wantedTab, status, onTab, onStatus }: RewardsPageProps) {
  const { data: counts } = useQuery(adminRewardQueries.counts);
  const waiting = counts && counts.awaiting > 0 ? ` (${counts.awaiting})` : "";
  const tabs = [
    { id: "requests", label: `Requests${waiting}` },
    { id: "catalogue", label: "Gift cards" },
    { id: "rules", label: "Rules" },
  ] as const;
  const tab = tabs.find(({ id }) => id === wantedTab)?.id ?? "requests";
  return (
    <>
      <AdminHeading title="Rewards Catalog" hint="Requests, gift cards and their codes" />
      <Tabs<TabId> label="Parts of rewards" tabs={tabs} selected={tab} onSelect={onTab}>
        <div className="pt-6">
          {tab === "requests" && <RedemptionQueue wantedStatus={status} onStatus={onStatus} />}
          {tab === "catalogue" && <RewardCatalogue />}
          {tab === "rules" && <RedemptionRulesForm />}
        </div>
      </Tabs>
    </>
  );
}
