import clsx from "clsx";
import type { ComponentProps } from "react";
import { controlClass } from "./input.tsx";

/** Grows with its text where the browser can. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      dir="auto"
      rows={rows}
      className={clsx(controlClass, "field-sizing-content min-h-24 py-3", className)}
      {...rest}
    />
  );
}
