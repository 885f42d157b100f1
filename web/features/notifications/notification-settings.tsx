import { useQuery } from "@tanstack/react-query";
import type { NotificationSettings as Settings } from "#contract/notifications.ts";
import type { Me } from "#contract/profiles.ts";
import { meQuery } from "#web/api/me.ts";
import { readPushAbility } from "#web/api/push-device.ts";
import { wordsFor } from "#web/text/errors.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { SwitchRow, SwitchRowSkeleton } from "#web/ui/switch-row.tsx";
import { ChoiceTable, ChoiceTableSkeleton } from "./choice-table.tsx";
import { notificationSettingsQuery, useMailSwitch, usePushSwitch } from "./notification-settings.queries.ts";

/** What one hears of, and how: the part of /settings. */
export function NotificationSettings() {
  const { data: me } = useQuery(meQuery);
  const { data: settings, error, refetch, isRefetching } = useQuery(notificationSettingsQuery);
  if (error && !settings) {
    return (
      <ErrorState
        title="Your notification settings did not load"
        onRetry={() => void refetch()}
        isRetrying={isRefetching}
      >
        {wordsFor(error)}
      </ErrorState>
    );
  }
  const isLoading = !me || !settings;
  return (
    <div className="-my-3" aria-busy={isLoading}>
      <div className="divide-y divide-line">
        {isLoading ? <SwitchRowSkeleton /> : <MailSwitch me={me} />}
        {isLoading ? <SwitchRowSkeleton /> : <PushSwitch settings={settings} />}
      </div>
      {isLoading ? (
        <ChoiceTableSkeleton />
      ) : (
        <ChoiceTable choices={settings.choices} isMailOn={me.isNotifiedByEmail} isPushOn={me.isNotifiedByPush} />
      )}
    </div>
  );
}

function MailSwitch({ me }: { me: Me }) {
  const mail = useMailSwitch();
  const hint = me.email ? `News you have not seen, in one mail to ${me.email}.` : "Your account has no email address.";
  return (
    <SwitchRow
      label="Email notifications"
      hint={hint}
      isOn={me.isNotifiedByEmail}
      onToggle={(isOn) => mail.mutate(isOn)}
    />
  );
}

const pushHints = {
  ready: "A note on this device, even while Fash is closed.",
  blocked: "Your browser blocks notifications from Fash. Allow them in its settings first.",
  unsupported: "This browser cannot take push messages.",
};

function PushSwitch({ settings: { isPushOnHere, pushKey } }: { settings: Settings }) {
  const push = usePushSwitch(pushKey);
  const ability = readPushAbility();
  return (
    <SwitchRow
      label="Push notifications"
      hint={pushHints[ability]}
      isOn={push.isPending ? push.variables : isPushOnHere && ability === "ready"}
      isDisabled={ability !== "ready" || push.isPending}
      onToggle={(isOn) => push.mutate(isOn)}
    />
  );
}
