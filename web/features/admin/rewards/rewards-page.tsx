import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminRewardQueries } from "#web/data/admin-rewards.ts";
import { Tabs } from "#web/ui/tabs.tsx";
import { AdminHeading } from "#web/features/admin/parts/admin-heading.tsx";
import { RedemptionQueue } from "./redemption-queue.tsx";
import { RedemptionRulesForm } from "./redemption-rules.tsx";
import { RewardCatalogue } from "./reward-catalogue.tsx";

type TabId = "requests" | "catalogue" | "rules";

/** The requests of members, the catalogue with its stock, and the rules for requests. */
export function RewardsPage() {
  const [tab, setTab] = useState<TabId>("requests");
  const { data: counts } = useQuery(adminRewardQueries.counts);
  const waiting = counts && counts.awaiting > 0 ? ` (${counts.awaiting})` : "";
  const tabs = [
    { id: "requests", label: `Requests${waiting}` },
    { id: "catalogue", label: "Gift cards" },
    { id: "rules", label: "Rules" },
  ] as const;
  return (
    <>
      <AdminHeading title="Rewards Catalog" hint="Requests, gift cards and their codes" />
      <Tabs<TabId> label="Parts of rewards" tabs={tabs} selected={tab} onSelect={setTab}>
        <div className="pt-6">
          {tab === "requests" && <RedemptionQueue />}
          {tab === "catalogue" && <RewardCatalogue />}
          {tab === "rules" && <RedemptionRulesForm />}
        </div>
      </Tabs>
    </>
  );
}
