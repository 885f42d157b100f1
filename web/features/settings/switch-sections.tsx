import { useId } from "react";
import type { Me } from "#contract/profiles.ts";
import { setTheme, useTheme } from "#web/lib/theme.ts";
import { notify } from "#web/ui/notify.ts";
import { Switch } from "#web/ui/switch.tsx";
import { SettingsSwitchRow } from "./settings-layout.tsx";
import { useAccountSwitch } from "./settings.queries.ts";

interface SwitchRowProps {
  label: string;
  hint: string;
  isOn: boolean;
  onToggle: (isOn: boolean) => void;
}

function SwitchRow({ label, hint, isOn, onToggle }: SwitchRowProps) {
  const id = useId();
  return (
    <SettingsSwitchRow
      id={id}
      label={label}
      hint={hint}
      control={<Switch id={id} aria-describedby={`${id}-hint`} isOn={isOn} onToggle={onToggle} />}
    />
  );
}

export function PrivacySwitches({ me }: { me: Me }) {
  const set = useAccountSwitch("isPrivate");
  return (
    <div className="-my-3">
      <SwitchRow
        label="Private Profile"
        hint="Only followers see your profile and your outfits. New followers ask first."
        isOn={me.isPrivate}
        onToggle={set}
      />
    </div>
  );
}

export function AppearanceSwitches() {
  const { choice, shown } = useTheme();
  return (
    <div className="-my-3 divide-y divide-line">
      <SwitchRow
        label="Dark mode"
        hint="Ink becomes paper."
        isOn={shown === "dark"}
        onToggle={(isOn) => setTheme(isOn ? "dark" : "light")}
      />
      <SwitchRow
        label="Follow this device"
        hint="Dark when your device is."
        isOn={choice === "system"}
        onToggle={(isOn) => setTheme(isOn ? "system" : shown)}
      />
    </div>
  );
}

export function NotificationSwitches({ me }: { me: Me }) {
  const setEmail = useAccountSwitch("isNotifiedByEmail");
  const setPush = useAccountSwitch("isNotifiedByPush");
  const togglePush = async (isOn: boolean) => {
    if (isOn && !(await mayNotify())) {
      notify.error("Your browser blocks notifications from Fash. Allow them in its settings first.");
    } else setPush(isOn);
  };
  return (
    <div className="-my-3 divide-y divide-line">
      <SwitchRow
        label="Email notifications"
        hint="A mail when someone writes to you or follows you."
        isOn={me.isNotifiedByEmail}
        onToggle={setEmail}
      />
      <SwitchRow
        label="Push notifications"
        hint="A note on this device, even while Fash is closed."
        isOn={me.isNotifiedByPush}
        onToggle={(isOn) => void togglePush(isOn)}
      />
    </div>
  );
}

async function mayNotify(): Promise<boolean> {
  if (!("Notification" in globalThis)) return false;
  return (await Notification.requestPermission()) === "granted";
}
