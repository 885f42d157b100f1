import type { ComponentProps } from "react";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import type { EventFields } from "./event-form.ts";
import type { useEventForm } from "./use-event-form.ts";

export type EventFormState = ReturnType<typeof useEventForm>;

interface EventFieldProps extends Omit<ComponentProps<typeof Field>, "error"> {
  form: EventFormState;
  name: keyof EventFields;
}

/** A field with its error; the form finds it by its name to give it the focus. */
export function EventField({ form, name, ...field }: EventFieldProps) {
  return (
    <div data-field={name}>
      <Field {...field} error={form.errors[name]} />
    </div>
  );
}

interface EventInputProps extends Omit<EventFieldProps, "children"> {
  name: "title" | "location" | "address" | "capacity" | "startsAt" | "endsAt" | "coverAlt";
  /** What else the input has. */
  input: Pick<ComponentProps<"input">, "type" | "inputMode" | "maxLength">;
  /** Instead of changing the field alone. */
  onChange?: (value: string) => void;
}

/** A field of one line. */
export function EventInput({ input, onChange, ...field }: EventInputProps) {
  const { form, name } = field;
  const change = onChange ?? ((value: string) => form.change({ [name]: value }));
  return (
    <EventField {...field}>
      {(control) => (
        <Input {...control} {...input} value={form.fields[name]} onChange={(event) => change(event.target.value)} />
      )}
    </EventField>
  );
}
