import { createFileRoute } from "@tanstack/react-router";
import { NotificationSettings } from "#web/features/notifications/notification-settings.tsx";
import { SilencedMembers } from "#web/features/safety/silenced-members.tsx";
import { SecuritySection } from "#web/features/security/security-section.tsx";
import { SettingsScreen } from "#web/features/settings/settings-screen.tsx";
import { requireSession } from "#web/shell/require-session.ts";

export const Route = createFileRoute("/settings")({ beforeLoad: requireSession, component: Settings });

function Settings() {
  return (
    <SettingsScreen
      notifications={<NotificationSettings />}
      security={<SecuritySection />}
      silenced={<SilencedMembers />}
    />
  );
}
