import clsx from "clsx";
import type { ComponentProps } from "react";

type SwitchProps = Omit<ComponentProps<"input">, "type" | "onChange" | "checked" | "onToggle"> & {
  isOn: boolean;
  onToggle: (isOn: boolean) => void;
};

/** An immediate setting. Give it a label element or `aria-label`. */
export function Switch({ isOn, onToggle, className, ...rest }: SwitchProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      checked={isOn}
      aria-checked={isOn}
      onChange={(event) => onToggle(event.target.checked)}
      className={clsx(
        "relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full border-2 border-ink/60 transition-colors duration-200 checked:border-ink checked:bg-ink off:opacity-40",
        "after:absolute after:top-0.5 after:left-0.5 after:size-5 after:rounded-full after:bg-ink/60 after:transition-[transform,background-color] after:duration-200 after:ease-out checked:after:bg-paper checked:after:translate-x-5",
        "before:absolute before:-inset-2",
        className,
      )}
      {...rest}
    />
  );
}
