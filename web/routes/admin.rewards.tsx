import { createFileRoute } from "@tanstack/react-router";
import { RewardsPage } from "#web/features/admin/rewards/rewards-page.tsx";

export const Route = createFileRoute("/admin/rewards")({ component: RewardsPage });
