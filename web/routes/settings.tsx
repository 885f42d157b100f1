import { createFileRoute } from "@tanstack/react-router";
import { AccountDataSection } from "#web/features/account-data/account-data.tsx";
import { BlockedMembers } from "#web/features/blocks/blocked-members.tsx";
import { ConfirmIdentityDialog } from "#web/features/identity/confirm-identity-dialog.tsx";
import { NotificationSettings } from "#web/features/notifications/notification-settings.tsx";
import { AvatarSection } from "#web/features/profiles/avatar-section.tsx";
import { ReportForm } from "#web/features/reports/report-form.tsx";
import { SecuritySection } from "#web/features/security/security-section.tsx";
import { SettingsScreen } from "#web/features/settings/settings-screen.tsx";
import { requireSession } from "#web/shell/require-session.ts";

export const Route = createFileRoute("/settings")({ beforeLoad: requireSession, component: Settings });

function Settings() {
  return (
    <>
      <SettingsScreen
        avatar={(me) => <AvatarSection me={me} />}
        notifications={<NotificationSettings />}
        security={<SecuritySection />}
        blocks={
          <BlockedMembers
            reportForm={(targetId, onDone) => (
              <ReportForm target={{ targetType: "profile", targetId }} onDone={onDone} />
            )}
          />
        }
        data={<AccountDataSection />}
      />
      <ConfirmIdentityDialog />
    </>
  );
}
