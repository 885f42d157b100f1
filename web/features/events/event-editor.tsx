import type { Event } from "#contract/events.ts";
import type { EventForm } from "#contract/event-form.ts";
import { limits } from "#contract/limits.ts";
import { Button } from "#web/ui/button.tsx";
import { ConflictDialog } from "#web/ui/conflict-dialog.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { CoverField } from "./cover-field.tsx";
import { EventField, type EventFormState, EventInput } from "./event-field.tsx";
import type { DraftKey, EventFields } from "./event-form.ts";
import { EventStyleField } from "./event-style-field.tsx";
import { EventWhenFields } from "./event-when-fields.tsx";
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
      <div data-field="cover">
        <CoverField cover={fields.cover} upload={form.upload} error={errors.cover} />
      </div>
      <EventInput
        form={form}
        name="title"
        label="Title"
        input={{ maxLength: limits.eventTitleCharsMax }}
        isRequired
        aside={`${fields.title.length}/${limits.eventTitleCharsMax}`}
      />
      <EventStyleField value={fields.style} error={errors.style} onChange={(style) => change({ style })} />
      <EventWhenFields form={form} />
      <EventInput
        form={form}
        name="location"
        label="Location"
        hint="The place and the town: Halle 3, Rotterdam"
        input={{ maxLength: limits.eventLocationCharsMax }}
        isRequired
      />
      <EventInput
        form={form}
        name="address"
        label="Address"
        hint="Optional; used for directions."
        input={{ maxLength: limits.eventAddressCharsMax }}
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
      <ConflictDialog what="event" {...form.conflict} />
    </form>
  );
}

function CapacityAndAlt({ form }: { form: EventFormState }) {
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
      <EventInput
        form={form}
        name="capacity"
        label="Places"
        hint="Leave it empty for no limit. When it is full, others join a waiting list."
        input={{ maxLength: 6, inputMode: "numeric" }}
      />
      <EventInput
        form={form}
        name="coverAlt"
        label="Alt text of the cover"
        hint="Describe the cover for people who can't see it."
        input={{ maxLength: limits.altTextCharsMax }}
      />
    </div>
  );
}

function Description({ form }: { form: EventFormState }) {
  const { description } = form.fields;
  const charsMax = limits.eventDescriptionCharsMax;
  return (
    <EventField form={form} name="description" label="Description" aside={`${description.length}/${charsMax}`}>
      {(control) => (
        <Textarea
          {...control}
          rows={6}
          value={description}
          maxLength={charsMax}
          onChange={(event) => form.change({ description: event.target.value })}
        />
      )}
    </EventField>
  );
}
