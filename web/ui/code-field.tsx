import clsx from "clsx";
import { unstable_OneTimePasswordField as OneTimePasswordField } from "radix-ui";
import { useEffect, useId, useRef } from "react";

interface CodeFieldProps {
  label: string;
  digits: number;
  value: string;
  onValueChange: (value: string) => void;
  /** Called with the whole code when its last digit is typed or pasted. */
  onComplete?: (code: string) => void;
  error?: string | undefined;
  disabled?: boolean;
  /** The first box takes the focus when it appears. */
  isFirst?: boolean;
}

/**
 * A one-time code, one box a digit: typing moves on, Backspace in an empty box moves back, a paste or the phone's
 * suggestion fills all.
 */
export function CodeField({
  label,
  digits,
  value,
  onValueChange,
  onComplete,
  error,
  disabled = false,
  isFirst = false,
}: CodeFieldProps) {
  const id = useId();
  const boxes = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFirst) boxes.current?.querySelector("input")?.focus();
  }, [isFirst]);
  const change = (next: string) => {
    onValueChange(next);
    if (next.length === digits && next !== value) onComplete?.(next);
  };
  return (
    <fieldset aria-describedby={`${id}-message`}>
      <legend className="mb-3 text-fine font-medium">{label}</legend>
      <OneTimePasswordField.Root
        value={value}
        onValueChange={change}
        validationType="numeric"
        autoComplete="one-time-code"
        className="flex gap-2 sm:gap-3"
        disabled={disabled}
        ref={boxes}
      >
        {Array.from({ length: digits }, (_, index) => (
          <OneTimePasswordField.Input
            key={index}
            index={index}
            aria-label={`Digit ${index + 1} of ${digits}`}
            aria-invalid={error !== undefined || undefined}
            className={clsx(
              "aspect-[4/5] w-full min-w-0 rounded-input border border-ink/20 bg-surface text-center font-display text-title tabular-nums",
              "transition-colors duration-150 not-placeholder-shown:border-ink focus:border-ink focus:outline-2 focus:outline-ink/15",
              "aria-invalid:border-danger disabled:opacity-50",
              digits <= 4 ? "max-w-18" : "max-w-14",
            )}
          />
        ))}
        <OneTimePasswordField.HiddenInput />
      </OneTimePasswordField.Root>
      <p id={`${id}-message`} role="alert" className="mt-2 text-fine text-danger empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}
