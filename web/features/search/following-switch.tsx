import { useId } from "react";
import { Switch } from "#web/ui/switch.tsx";

/** Narrows Explore to those whom the member follows. */
export function FollowingSwitch({ isOn, onToggle }: { isOn: boolean; onToggle: (isOn: boolean) => void }) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex min-h-11 shrink-0 cursor-pointer items-center gap-3 text-fine font-medium select-none"
    >
      Following
      <Switch id={id} isOn={isOn} onToggle={onToggle} />
    </label>
  );
}
