import clsx from "clsx";
import { controlClass } from "#web/ui/input.tsx";
import { EventField, type EventFormState, EventInput } from "./event-field.tsx";

const timeZones = Intl.supportedValuesOf("timeZone");

/** Start, end, and by which clock. */
export function EventWhenFields({ form }: { form: EventFormState }) {
  const { fields, change } = form;
  const start = (startsAt: string) => {
    // An end that is not chosen yet follows three hours later, whatever the start was while it was being typed.
    const isOurs = fields.endsAt === "" || fields.endsAt === plusHours(fields.startsAt, 3);
    change({ startsAt, ...(isOurs ? { endsAt: plusHours(startsAt, 3) } : {}) });
  };
  const input = { type: "datetime-local" };
  return (
    <>
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <EventInput form={form} name="startsAt" label="Starts" isRequired input={input} onChange={start} />
        <EventInput form={form} name="endsAt" label="Ends" isRequired input={input} />
      </div>
      <EventField form={form} name="timeZone" label="Time zone" isRequired hint="The local time of the venue.">
        {(control) => (
          <select
            {...control}
            value={fields.timeZone}
            onChange={(event) => change({ timeZone: event.target.value })}
            className={clsx(controlClass, "min-h-12 bg-surface!")}
          >
            {!timeZones.includes(fields.timeZone) && <option value={fields.timeZone}>{fields.timeZone}</option>}
            {timeZones.map((name) => (
              <option key={name} value={name}>
                {name.replaceAll("_", " ")}
              </option>
            ))}
          </select>
        )}
      </EventField>
    </>
  );
}

/** A wall-clock time some hours later, ignoring clock changes. */
function plusHours(local: string, hours: number): string {
  const at = Date.parse(`${local}:00Z`);
  return Number.isNaN(at) ? "" : new Date(at + hours * 3_600_000).toISOString().slice(0, 16);
}
