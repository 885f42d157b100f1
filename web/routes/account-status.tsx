import { createFileRoute } from "@tanstack/react-router";
import { AccountStatusScreen } from "#web/features/account-status/account-status-screen.tsx";
import { LogOut } from "#web/features/settings/log-out.tsx";
import { requireSession } from "#web/shell/require-session.ts";

export const Route = createFileRoute("/account-status")({
  beforeLoad: requireSession,
  component: () => <AccountStatusScreen logOut={<LogOut />} />,
});
