import type { Me } from "#contract/profiles.ts";
import { setTheme, useTheme } from "#web/lib/theme.ts";
import { SwitchRow, SwitchRowSkeleton } from "#web/ui/switch-row.tsx";
import { useAccountSwitch } from "./settings.queries.ts";

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

export function PrivacySkeleton() {
  return (
    <div className="-my-3">
      <SwitchRowSkeleton />
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
