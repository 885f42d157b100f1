import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { limits } from "#contract/limits.ts";
import type { ModerationTemplate } from "#contract/moderation.ts";
import { moderationQueries, useChangeTemplate } from "#web/data/moderation.ts";
import { changesOf } from "#web/lib/changes-of.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { useEdits } from "#web/features/admin/parts/use-edits.ts";
import { outcomeLabels } from "./case-panel.tsx";

/** The messages that decisions begin with. */
export function TemplateList() {
  const query = useQuery(moderationQueries.templates);
  const { data, error } = query;
  if (error && !data) return <QueryError title="Couldn't load the templates" query={query} />;
  if (!data) return <Skeleton className="h-96 rounded-photo!" />;
  return (
    <ul aria-label="Templates" className="grid gap-6 lg:grid-cols-2">
      {data.map((template) => (
        <li key={template.id} className="rounded-photo border border-line bg-surface p-4">
          <TemplateForm template={template} />
        </li>
      ))}
    </ul>
  );
}

function TemplateForm({ template }: { template: ModerationTemplate }) {
  const saved = { name: template.name, message: template.message };
  const { values, edit, settle } = useEdits(saved);
  const change = useChangeTemplate();
  const filled = { name: values.name.trim(), message: values.message.trim() };
  const changes = changesOf(saved, filled);
  const isChanged = Object.keys(changes).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ templateId: template.id, ...changes }, { onSuccess: () => settle(values) });
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-3">
      <Field label="Name" aside={`For: ${outcomeLabels[template.outcome]}`}>
        {(control) => (
          <Input
            {...control}
            maxLength={limits.templateNameCharsMax}
            value={values.name}
            onChange={(event) => edit({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label="Message">
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            maxLength={limits.moderationMessageCharsMax}
            value={values.message}
            onChange={(event) => edit({ message: event.target.value })}
          />
        )}
      </Field>
      <Button
        type="submit"
        look="outline"
        size="small"
        aria-label={`Save ${template.name}`}
        disabled={!isChanged || filled.name === "" || filled.message === ""}
        isBusy={change.isPending}
      >
        Save
      </Button>
    </form>
  );
}
