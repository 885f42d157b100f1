import clsx from "clsx";
import type { ReactNode } from "react";
import type { Event } from "#contract/events.ts";
import type { EventForm } from "#contract/event-form.ts";
import { eventStyles, limits } from "#contract/limits.ts";
import { Button } from "#web/ui/button.tsx";
import { chipClass } from "#web/ui/chip.tsx";
import { Field } from "#web/ui/field.tsx";
import { controlClass, Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { CoverField } from "./cover-field.tsx";
import type { DraftKey, EventFields } from "./event-form.ts";
import { useEventForm } from "./use-event-form.ts";

interface EventEditorProps {
  draftKey: DraftKey;
  initial: EventFields;
  /** What the main button says. */
  submitLabel: string;
  /** Under the buttons: what happens next. */
  note: string;
  /** Whether it can still be kept as a draft. */
  hasDraft: boolean;
  onSaved: (event: Event, intent: EventForm["intent"]) => void;
}

const timeZones = Intl.supportedValuesOf("timeZone");

type Form = ReturnType<typeof useEventForm>;
type TextName = "title" | "location" | "address" | "capacity" | "endsAt" | "coverAlt";

/** The form of an event, in one column; errors are shown at their fields. */
export function EventEditor({ draftKey, initial, submitLabel, note, hasDraft, onSaved }: EventEditorProps) {
  const form = useEventForm(draftKey, initial, onSaved);
  const { fields, errors, change } = form;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit("submit");
      }}
      className="flex flex-col gap-6 pb-8"
    >
      <Part name="cover">
        <CoverField cover={fields.cover} upload={form.upload} error={errors.cover} />
      </Part>
      <TextPart
        form={form}
        name="title"
        label="Title"
        charsMax={limits.eventTitleCharsMax}
        isRequired
        aside={`${fields.title.length}/${limits.eventTitleCharsMax}`}
      />
      <StyleChoice value={fields.style} error={errors.style} onChange={(style) => change({ style })} />
      <WhenFields form={form} />
      <TextPart
        form={form}
        name="location"
        label="Location"
        hint="The place and the town: Halle 3, Rotterdam"
        charsMax={limits.eventLocationCharsMax}
        isRequired
      />
      <TextPart
        form={form}
        name="address"
        label="Address"
        hint="Optional; used for directions."
        charsMax={limits.eventAddressCharsMax}
      />
      <Description form={form} />
      <CapacityAndAlt form={form} />
      <div className="flex flex-wrap items-center gap-3 border-t border-line pt-6">
        <Button type="submit" look="primary" size="large" isBusy={form.isSaving}>
          {submitLabel}
        </Button>
        {hasDraft && (
          <Button look="outline" size="large" disabled={form.isSaving} onClick={() => void form.submit("draft")}>
            Save draft
          </Button>
        )}
        <p className="basis-full text-fine text-muted">{note}</p>
      </div>
    </form>
  );
}

function CapacityAndAlt({ form }: { form: Form }) {
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
      <TextPart
        form={form}
        name="capacity"
        label="Places"
        hint="Leave it empty for no limit. When it is full, others join a waiting list."
        charsMax={6}
      />
      <TextPart
        form={form}
        name="coverAlt"
        label="Alt text of the cover"
        hint="Describe the cover for people who can't see it."
        charsMax={limits.altTextCharsMax}
      />
    </div>
  );
}

interface TextPartProps {
  form: Form;
  name: TextName;
  label: string;
  charsMax: number;
  hint?: string;
  isRequired?: boolean;
  aside?: string;
}

function TextPart({ form, name, label, charsMax, hint, isRequired = false, aside }: TextPartProps) {
  return (
    <Part name={name}>
      <Field label={label} hint={hint} isRequired={isRequired} error={form.errors[name]} aside={aside}>
        {(control) => (
          <Input
            {...control}
            {...(name === "capacity" ? { inputMode: "numeric" as const } : {})}
            value={form.fields[name]}
            maxLength={charsMax}
            onChange={(event) => form.change({ [name]: event.target.value })}
          />
        )}
      </Field>
    </Part>
  );
}

function Description({ form: { fields, errors, change } }: { form: Form }) {
  return (
    <Part name="description">
      <Field
        label="Description"
        error={errors.description}
        aside={`${fields.description.length}/${limits.eventDescriptionCharsMax}`}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={6}
            value={fields.description}
            maxLength={limits.eventDescriptionCharsMax}
            onChange={(event) => change({ description: event.target.value })}
          />
        )}
      </Field>
    </Part>
  );
}

/** Start, end, and by which clock. */
function WhenFields({ form: { fields, errors, change } }: { form: Form }) {
  const start = (startsAt: string) => {
    // An end that is not chosen yet follows three hours later, whatever the start was while it was being typed.
    const isOurs = fields.endsAt === "" || fields.endsAt === plusHours(fields.startsAt, 3);
    change({ startsAt, ...(isOurs ? { endsAt: plusHours(startsAt, 3) } : {}) });
  };
  return (
    <>
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <Part name="startsAt">
          <Field label="Starts" isRequired error={errors.startsAt}>
            {(control) => (
              <Input
                {...control}
                type="datetime-local"
                value={fields.startsAt}
                onChange={(event) => start(event.target.value)}
              />
            )}
          </Field>
        </Part>
        <Part name="endsAt">
          <Field label="Ends" isRequired error={errors.endsAt}>
            {(control) => (
              <Input
                {...control}
                type="datetime-local"
                value={fields.endsAt}
                onChange={(event) => change({ endsAt: event.target.value })}
              />
            )}
          </Field>
        </Part>
      </div>
      <Part name="timeZone">
        <Field label="Time zone" isRequired error={errors.timeZone} hint="The local time of the venue.">
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
        </Field>
      </Part>
    </>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return <div data-field={name}>{children}</div>;
}

interface StyleChoiceProps {
  value: EventFields["style"];
  error: string | undefined;
  onChange: (style: EventFields["style"]) => void;
}

function StyleChoice({ value, error, onChange }: StyleChoiceProps) {
  return (
    <fieldset data-field="style" aria-describedby="event-style-error" aria-invalid={error ? true : undefined}>
      <legend className="mb-2 text-fine font-semibold">
        Style
        <span aria-hidden="true" className="text-accent">
          {" *"}
        </span>
        <span className="sr-only"> (required)</span>
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

/** A wall-clock time some hours later, ignoring clock changes. */
function plusHours(local: string, hours: number): string {
  const at = Date.parse(`${local}:00Z`);
  return Number.isNaN(at) ? "" : new Date(at + hours * 3_600_000).toISOString().slice(0, 16);
}
