import { useId } from "react";
import type { Me } from "#contract/profiles.ts";
import { setTheme, useTheme } from "#web/lib/theme.ts";
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
