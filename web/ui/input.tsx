import clsx from "clsx";
import type { ComponentProps } from "react";

/** The box of every text control. 16 px text on phones, or iOS zooms in. */
export const controlClass = clsx(
  "w-full rounded-input border border-line bg-surface px-4 text-ink placeholder:text-muted",
  "text-[1rem] leading-6 md:text-body transition-[border-color,box-shadow] duration-150",
  "hover:border-ink/30 focus:border-ink focus:outline-none focus:ring-1 focus:ring-ink",
  "aria-invalid:border-danger aria-invalid:focus:ring-danger disabled:bg-ink/4 disabled:text-muted read-only:bg-ink/4",
);

export function Input({ className, type, ...rest }: ComponentProps<"input">) {
  // Addresses, numbers and passwords are written from left to right.
  const dir = type === undefined || type === "search" ? "auto" : undefined;
  return <input type={type} dir={dir} className={clsx(controlClass, "min-h-12", className)} {...rest} />;
}
