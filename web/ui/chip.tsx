import clsx from "clsx";
import type { ComponentProps } from "react";

/** The classes of a chip, also for links. */
export function chipClass(isOn = false): string {
  return clsx(
    "inline-flex min-h-11 items-center gap-1.5 rounded-full border px-4 text-fine font-medium whitespace-nowrap select-none",
    "transition-colors duration-150",
    isOn ? "border-ink bg-ink text-paper" : "border-line text-ink hover:border-ink/40",
  );
}

interface ChipProps extends ComponentProps<"button"> {
  isOn?: boolean;
}

/** A choice among few, or a filter that is on or off. */
export function Chip({ isOn = false, className, type = "button", ...rest }: ChipProps) {
  return <button type={type} aria-pressed={isOn} className={clsx(chipClass(isOn), className)} {...rest} />;
}
