import { createFileRoute } from "@tanstack/react-router";
import { RewardsPage } from "#web/features/admin/rewards/rewards-page.tsx";
import { readTexts } from "#web/lib/search-params.ts";

export const Route = createFileRoute("/admin/rewards")({
  validateSearch: readTexts("tab", "status"),
  component: Rewards,
});

function Rewards() {
  const { tab, status } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <RewardsPage
      tab={tab}
      status={status}
      onTab={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
      onStatus={(next) => void navigate({ search: { tab, status: next }, replace: true, resetScroll: false })}
    />
  );
}
