import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { NotificationSettings as Settings } from "#contract/notifications.ts";
import type { Me } from "#contract/profiles.ts";
import { meQuery } from "#web/api/me.ts";
import { readPushAbility } from "#web/api/push-device.ts";
import { wordsFor } from "#web/text/errors.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { ChoiceTable } from "./choice-table.tsx";
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
  if (!me || !settings) return <Skeleton className="h-140" />;
  return (
    <div className="-my-3">
      <div className="divide-y divide-line">
        <MailSwitch me={me} />
        <PushSwitch settings={settings} />
      </div>
      <ChoiceTable choices={settings.choices} isMailOn={me.isNotifiedByEmail} isPushOn={me.isNotifiedByPush} />
    </div>
  );
}

function MailSwitch({ me }: { me: Me }) {
  const mail = useMailSwitch();
  const hint = me.email ? `News you have not seen, in one mail to ${me.email}.` : "Your account has no email address.";
  return (
    <WaySwitch
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
    <WaySwitch
      label="Push notifications"
      hint={pushHints[ability]}
      isOn={push.isPending ? push.variables : isPushOnHere && ability === "ready"}
      isDisabled={ability !== "ready" || push.isPending}
      onToggle={(isOn) => push.mutate(isOn)}
    />
  );
}

interface WaySwitchProps {
  label: string;
  hint: string;
  isOn: boolean;
  isDisabled?: boolean;
  onToggle: (isOn: boolean) => void;
}

function WaySwitch({ label, hint, isOn, isDisabled = false, onToggle }: WaySwitchProps) {
  const id = useId();
  return (
    <div className="flex min-h-14 items-center justify-between gap-6 py-3">
      <label htmlFor={id} className="min-w-0 grow">
        <span className="block font-semibold">{label}</span>
        <span id={`${id}-hint`} className="block text-fine text-muted">
          {hint}
        </span>
      </label>
      <Switch id={id} aria-describedby={`${id}-hint`} isOn={isOn} disabled={isDisabled} onToggle={onToggle} />
    </div>
  );
}
