import clsx from "clsx";
import { type KeyboardEvent, useId, useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";

interface CodeFieldProps {
  label: string;
  digits: number;
  /** The digits so far, without gaps. */
  value: string;
  onValueChange: (value: string) => void;
  /** Enter was pressed before all digits were typed. */
  onEarlyEnter?: () => void;
  error?: string | undefined;
  /** While the code is checked it cannot be changed and keeps the focus. */
  isBusy?: boolean;
  /** The first box takes the focus when it appears. */
  isFirst?: boolean;
}

/** The effect of typing, pasting and arrow keys on the code and the focus. */
function useBoxes({
  digits,
  value,
  onValueChange,
  isBusy,
}: Required<Pick<CodeFieldProps, "digits" | "value" | "onValueChange" | "isBusy">>) {
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const next = Math.min(value.length, digits - 1);
  const focusBox = (index: number) => boxes.current[Math.max(0, Math.min(index, digits - 1))]?.focus();
  const fill = (index: number, text: string) => {
    const given = text.replace(/\D/g, "");
    if (given === "" || isBusy) return;
    // A complete code replaces the code, whichever box it is entered in.
    const from = given.length >= digits ? 0 : Math.min(index, value.length);
    const filled = (value.slice(0, from) + given + value.slice(from + given.length)).slice(0, digits);
    // A box takes the focus only once all boxes before it are filled.
    flushSync(() => onValueChange(filled));
    focusBox(from + given.length);
  };
  const change = (index: number, text: string) => {
    const before = value[index];
    if (text === "") onValueChange(value.slice(0, index) + value.slice(index + 1));
    // A digit typed into a filled box replaces its digit.
    else fill(index, before !== undefined && text.length === 2 ? text.replace(before, "") : text);
  };
  const press = (index: number, event: KeyboardEvent) => {
    const moves: Record<string, number | undefined> = {
      ArrowLeft: index - 1,
      ArrowRight: Math.min(index + 1, next),
      Home: 0,
      End: next,
      Backspace: value[index] === undefined ? index - 1 : undefined,
    };
    const goal = moves[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    focusBox(goal);
  };
  return { boxes, next, focusBox, fill, change, press };
}

const boxClass = clsx(
  "aspect-[4/5] w-full min-w-0 rounded-input border border-ink/20 bg-surface text-center font-display text-title tabular-nums",
  "transition-colors duration-150 not-placeholder-shown:border-ink focus:border-ink focus:outline-2 focus:outline-ink",
  "aria-invalid:border-danger read-only:opacity-50",
);

/**
 * A one-time code, one box a digit: typing moves on, Backspace in an empty box moves back, a paste or the phone's
 * suggestion fills all.
 */
export function CodeField(props: CodeFieldProps) {
  const { label, digits, value, onValueChange, onEarlyEnter, error, isBusy = false, isFirst = false } = props;
  const id = useId();
  const { boxes, next, focusBox, fill, change, press } = useBoxes({ digits, value, onValueChange, isBusy });
  useLayoutEffect(() => {
    if (isFirst) boxes.current[0]?.focus();
  }, [isFirst, boxes]);
  return (
    <fieldset aria-describedby={`${id}-message`}>
      <legend className="mb-3 text-fine font-medium">{label}</legend>
      <div className="flex gap-2 sm:gap-3">
        {Array.from({ length: digits }, (_, index) => (
          <input
            key={index}
            ref={(box) => {
              boxes.current[index] = box;
            }}
            type="text"
            inputMode="numeric"
            aria-label={`Digit ${index + 1} of ${digits}`}
            aria-invalid={error !== undefined || undefined}
            // One stop for the Tab key, and the one place for the phone's suggestion.
            tabIndex={index === next ? 0 : -1}
            autoComplete={index === next ? "one-time-code" : "off"}
            maxLength={digits}
            readOnly={isBusy}
            value={value[index] ?? ""}
            onChange={({ target }) => {
              const text = target.value;
              // What is typed counts only as far as it becomes part of the code.
              target.value = value[index] ?? "";
              change(index, text);
            }}
            onKeyDown={(event) => {
              press(index, event);
              if (event.key === "Enter" && value.length < digits) onEarlyEnter?.();
            }}
            onPaste={(event) => {
              event.preventDefault();
              fill(index, event.clipboardData.getData("text/plain"));
            }}
            onFocus={(event) => (index > value.length ? focusBox(next) : event.target.select())}
            placeholder=" "
            className={clsx(boxClass, digits <= 4 ? "max-w-18" : "max-w-14")}
          />
        ))}
      </div>
      <p id={`${id}-message`} role="alert" className="mt-2 text-fine text-danger empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}
