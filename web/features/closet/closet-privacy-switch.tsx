import { Eye, Lock } from "lucide-react";
import { useSetClosetPrivate } from "#web/data/account.ts";
import { Switch } from "#web/ui/switch.tsx";

/** Whether the closet is private, and the switch to change it. */
export function ClosetPrivacySwitch({ isPrivate }: { isPrivate: boolean }) {
  const change = useSetClosetPrivate();
  const Icon = isPrivate ? Lock : Eye;
  return (
    <label className="flex min-h-11 items-center gap-3 text-fine">
      <Icon aria-hidden="true" size={16} strokeWidth={1.5} className="text-muted" />
      <span>{isPrivate ? "Your closet is private" : "Your closet is visible to others"}</span>
      <Switch aria-label="Show my closet to others" isOn={!isPrivate} onToggle={(isOn) => change.mutate(!isOn)} />
    </label>
  );
}
