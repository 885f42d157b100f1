import clsx from "clsx";
import { eventStyles } from "#contract/limits.ts";
import { chipClass } from "#web/ui/chip.tsx";
import { RequiredMark } from "#web/ui/required-mark.tsx";
import type { EventFields } from "./event-form.ts";

interface EventStyleFieldProps {
  value: EventFields["style"];
  error: string | undefined;
  onChange: (style: EventFields["style"]) => void;
}

export function EventStyleField({ value, error, onChange }: EventStyleFieldProps) {
  return (
    <fieldset data-field="style" aria-describedby="event-style-error" aria-invalid={error ? true : undefined}>
      <legend className="mb-2 text-fine font-semibold">
        Style
        <RequiredMark />
      </legend>
      <div className="flex flex-wrap gap-2">
        {eventStyles.map((name) => (
          <label
            key={name}
            className={clsx(
              chipClass(value === name),
              "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink",
            )}
          >
            <input
              type="radio"
              name="event-style"
              className="sr-only"
              checked={value === name}
              onChange={() => onChange(name)}
            />
            {name}
          </label>
        ))}
      </div>
      <p id="event-style-error" role="alert" className="mt-2 text-fine text-danger empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}
