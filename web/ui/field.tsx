import { type ReactNode, useId } from "react";

/** What the control inside a field must carry, so that label, hint and error belong to it. */
interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  isRequired?: boolean;
  /** At the right of the label: a counter, a link. */
  aside?: ReactNode;
  /** Gets the attributes to spread on the control: `{(control) => <Input {...control} />}`. */
  children: (control: FieldControl) => ReactNode;
}

export function Field({ label, hint, error, isRequired = false, aside, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [error ? errorId : "", hint === undefined ? "" : hintId].filter(Boolean).join(" ");
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-fine font-semibold">
          {label}
          {isRequired && (
            <span aria-hidden="true" className="text-accent">
              {" *"}
            </span>
          )}
        </label>
        {aside !== undefined && <span className="text-fine text-muted">{aside}</span>}
      </div>
      {children({
        id,
        "aria-describedby": described === "" ? undefined : described,
        "aria-invalid": error ? true : undefined,
        "aria-required": isRequired || undefined,
      })}
      {hint !== undefined && (
        <p id={hintId} className="text-fine text-muted">
          {hint}
        </p>
      )}
      <p id={errorId} role="alert" className="text-fine text-danger empty:hidden">
        {error}
      </p>
    </div>
  );
}
