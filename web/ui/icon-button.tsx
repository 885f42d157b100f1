import clsx from "clsx";
import type { ComponentProps } from "react";

/** The round 44 px target around an icon; also for links. */
export const iconButtonClass =
  "relative inline-grid size-11 shrink-0 place-items-center rounded-full text-ink transition-colors duration-150 hover:bg-ink/6 off:opacity-40";

interface IconButtonProps extends ComponentProps<"button"> {
  /** The accessible name. */
  label: string;
}

export function IconButton({ label, className, type = "button", ...rest }: IconButtonProps) {
  return <button type={type} aria-label={label} className={clsx(iconButtonClass, className)} {...rest} />;
}
