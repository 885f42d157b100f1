import { useQuery } from "@tanstack/react-query";
import type { NotificationSettings as Settings } from "#contract/notifications.ts";
import type { Me } from "#contract/profiles.ts";
import { getPushSupport } from "#web/api/push-device.ts";
import { useSetNotifiedByEmail } from "#web/data/account.ts";
import { meQuery } from "#web/data/me.ts";
import { notificationSettingsQuery, usePushSwitch } from "#web/data/notification-settings.ts";
import { QueryError } from "#web/ui/query-error.tsx";
import { SwitchRow, SwitchRowSkeleton } from "#web/ui/switch-row.tsx";
import { ChoiceTable, ChoiceTableSkeleton } from "./choice-table.tsx";

/** The notification section of /settings. */
export function NotificationSettings() {
  const { data: me } = useQuery(meQuery);
  const query = useQuery(notificationSettingsQuery);
  const settings = query.data;
  if (query.error && !settings) return <QueryError title="Couldn't load your notification settings" query={query} />;
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
        <ChoiceTable
          choices={settings.types}
          hasMail={canHaveMail(me)}
          isMailOn={canHaveMail(me) && me.isNotifiedByEmail}
          isPushOn={me.isNotifiedByPush}
        />
      )}
    </div>
  );
}

const canHaveMail = ({ email }: Me) => email !== null;

function MailSwitch({ me }: { me: Me }) {
  const mail = useSetNotifiedByEmail();
  const hint = me.email
    ? `An email digest of what you missed, sent to ${me.email}.`
    : "Your account has no email address, so Fash can't email you.";
  return (
    <SwitchRow
      label="Email notifications"
      hint={hint}
      isOn={canHaveMail(me) && me.isNotifiedByEmail}
      isDisabled={!canHaveMail(me)}
      onToggle={(isOn) => mail.mutate(isOn)}
    />
  );
}

const pushHints = {
  ready: "Notify me on this device, even when Fash is closed.",
  blocked: "Your browser blocks notifications from Fash. Allow them in its settings first.",
  unsupported: "This browser doesn't support push notifications.",
};

function PushSwitch({ settings: { isPushSubscribed, pushKey } }: { settings: Settings }) {
  const push = usePushSwitch(pushKey);
  const ability = getPushSupport();
  return (
    <SwitchRow
      label="Push notifications"
      hint={pushHints[ability]}
      isOn={push.isPending ? push.variables : isPushSubscribed && ability === "ready"}
      isDisabled={ability !== "ready" || push.isPending}
      onToggle={(isOn) => push.mutate(isOn)}
    />
  );
}
