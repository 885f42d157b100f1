import { useId } from "react";
import { Skeleton } from "./skeleton.tsx";
import { Switch } from "./switch.tsx";

interface SwitchRowProps {
  label: string;
  hint: string;
  isOn: boolean;
  isDisabled?: boolean;
  onToggle: (isOn: boolean) => void;
}

const rowClass = "flex min-h-14 items-center justify-between gap-6 py-3";

/** What a setting does, and its switch. */
export function SwitchRow({ label, hint, isOn, isDisabled = false, onToggle }: SwitchRowProps) {
  const id = useId();
  return (
    <div className={rowClass}>
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

export function SwitchRowSkeleton() {
  return (
    <div className={rowClass}>
      <span className="grow space-y-2 py-1">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-3 w-4/5" />
      </span>
      <Skeleton className="h-7 w-12 shrink-0 rounded-full!" />
    </div>
  );
}
