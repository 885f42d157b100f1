import clsx from "clsx";
import type { ComponentProps } from "react";
import { controlClass } from "#web/ui/input.tsx";

type SelectProps<V extends string> = Omit<ComponentProps<"select">, "value" | "onChange" | "onSelect"> & {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onSelect: (value: V) => void;
};

/** A small native choice in a toolbar; its label is for those who cannot see its place. */
export function Select<V extends string>({ label, value, options, onSelect, className, ...rest }: SelectProps<V>) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onSelect(event.target.value as V)}
      className={clsx(controlClass, "min-h-11 w-auto! max-w-full bg-surface! pr-2! pl-3!", className)}
      {...rest}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
