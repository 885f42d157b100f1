import clsx from "clsx";
import type { ComponentProps } from "react";
import { Spinner } from "./spinner.tsx";

export type ButtonLook = "primary" | "ink" | "outline" | "quiet" | "danger";
export type ButtonSize = "small" | "regular" | "large";

const looks: Record<ButtonLook, string> = {
  // Faded dark text would be unreadable in the dark theme.
  primary: "bg-accent text-on-accent hover:brightness-95 dark:off:text-ink",
  ink: "bg-ink text-paper hover:opacity-85",
  outline: "border border-ink/25 text-ink hover:border-ink",
  quiet: "text-ink hover:bg-ink/6",
  danger: "border border-danger/40 text-danger hover:border-danger hover:bg-danger/6",
};
const sizes: Record<ButtonSize, string> = {
  small: "whitespace-nowrap min-h-11 px-4 text-fine",
  regular: "whitespace-nowrap min-h-11 px-6 text-body",
  // May wrap, but only when the words are wider than the column: large text on a phone.
  large: "max-w-full shrink-0 min-h-13 px-7 text-body",
};

/** The classes of a button, also for links. `primary` is for the one main action of a screen. */
export function buttonClass(look: ButtonLook = "ink", size: ButtonSize = "regular"): string {
  return clsx(
    "inline-flex items-center justify-center gap-2 rounded-full text-center font-medium select-none",
    "transition-[opacity,filter,border-color,background-color,transform] duration-150 ease-out active:scale-[0.98]",
    "off:opacity-40 off:active:scale-100",
    looks[look],
    sizes[size],
  );
}

interface ButtonProps extends ComponentProps<"button"> {
  look?: ButtonLook;
  size?: ButtonSize;
  /** Shows a spinner and ignores presses; it stays focusable, since `disabled` would lose the focus. */
  isBusy?: boolean;
}

/** A submit button's form is not sent either. */
const ignore = (event: { preventDefault(): void }) => event.preventDefault();

export function Button({
  look,
  size,
  isBusy = false,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={clsx(buttonClass(look, size), className)}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      {...rest}
      onClick={isBusy ? ignore : onClick}
    >
      {isBusy && <Spinner label="Please wait" size={16} />}
      {children}
    </button>
  );
}
