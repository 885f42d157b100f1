import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, useRouter } from "@tanstack/react-router";
import { meQuery } from "#web/data/me.ts";
import { EventEditor } from "#web/features/events/event-editor.tsx";
import { emptyEvent } from "#web/features/events/event-form.ts";
import { Page, PageHeading } from "#web/shell/page.tsx";
import { requireSession } from "#web/shell/require-session.ts";
import { toast } from "#web/lib/toast.ts";

export const Route = createFileRoute("/events_/add")({
  beforeLoad: requireSession,
  loader: ({ context }) => context.queryClient.ensureQueryData(meQuery),
  component: AddEvent,
});

function AddEvent() {
  const { userId } = Route.useRouteContext();
  const { data: me } = useSuspenseQuery(meQuery);
  const router = useRouter();
  const publishes = me.role === "business" || me.role === "admin";
  return (
    <Page title="Add event" width="reading">
      <PageHeading>Add event</PageHeading>
      <EventEditor
        draftKey={{ userId, eventId: null, basedOn: null }}
        initial={emptyEvent()}
        submitLabel={publishes ? "Publish event" : "Submit event"}
        note={
          publishes
            ? "It is published immediately."
            : "We review it first and notify you when it is published, usually within a day."
        }
        hasDraft
        onSaved={(event, intent) => {
          toast.success(savedWords(event.status, intent));
          void router.navigate({ to: "/events/$eventId", params: { eventId: event.id }, replace: true });
        }}
      />
    </Page>
  );
}

function savedWords(status: string, intent: "draft" | "submit"): string {
  if (intent === "draft") return "Draft saved";
  return status === "published" ? "Event published!" : "Thank you! We will look at your event.";
}
