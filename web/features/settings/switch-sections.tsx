import { useState } from "react";
import type { Me } from "#contract/profiles.ts";
import { useSetPrivate } from "#web/data/account.ts";
import { areShortcutsOn, setShortcuts } from "#web/lib/shortcut-choice.ts";
import { setTheme } from "#web/lib/theme.ts";
import { useTheme } from "#web/lib/use-theme.ts";
import { SwitchRow, SwitchRowSkeleton } from "#web/ui/switch-row.tsx";

export function PrivacySwitches({ me }: { me: Me }) {
  const change = useSetPrivate();
  return (
    <div className="-my-3">
      <SwitchRow
        label="Private Profile"
        hint="Only followers see your profile and your outfits. You approve new followers."
        isOn={me.isPrivate}
        onToggle={(isOn) => change.mutate(isOn)}
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
        hint="Use dark colours."
        isOn={shown === "dark"}
        onToggle={(isOn) => setTheme(isOn ? "dark" : "light")}
      />
      <SwitchRow
        label="Use device setting"
        hint="Match my device."
        isOn={choice === "system"}
        onToggle={(isOn) => setTheme(isOn ? "system" : shown)}
      />
      <ShortcutSwitch />
    </div>
  );
}

function ShortcutSwitch() {
  const [isOn, setIsOn] = useState(areShortcutsOn);
  return (
    <SwitchRow
      label="Keyboard shortcuts"
      hint={`Single keys, such as L to like.${isOn ? " Press ? for the list." : ""}`}
      isOn={isOn}
      onToggle={(next) => {
        setShortcuts(next);
        setIsOn(next);
      }}
    />
  );
}
