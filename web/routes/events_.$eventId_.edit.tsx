import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, useRouter } from "@tanstack/react-router";
import type { Event } from "#contract/events.ts";
import { meQuery } from "#web/data/me.ts";
import { eventQueries } from "#web/data/events.ts";
import { EventArticleSkeleton } from "#web/features/events/event-article.tsx";
import { EventFailure } from "#web/features/events/event-failure.tsx";
import { EventEditor } from "#web/features/events/event-editor.tsx";
import { toFields } from "#web/features/events/event-form.ts";
import { Page, PageHeading } from "#web/shell/page.tsx";
import { requireSession } from "#web/shell/require-session.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { toast } from "#web/lib/toast.ts";

export const Route = createFileRoute("/events_/$eventId_/edit")({
  beforeLoad: requireSession,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(meQuery),
  component: EditEvent,
});

function EditEvent() {
  const { eventId } = Route.useParams();
  const { data, error, isFetching, refetch } = useQuery(eventQueries.edited(eventId));
  return (
    <Page title="Edit event" width="reading">
      <PageHeading>Edit event</PageHeading>
      {data?.canEdit && <Editor event={data} />}
      {data && !data.canEdit && <ErrorState title="Only the organiser changes this event" />}
      {!data && error && <EventFailure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!data && !error && <EventArticleSkeleton />}
    </Page>
  );
}

function Editor({ event }: { event: Event }) {
  const { userId } = Route.useRouteContext();
  const { data: me } = useSuspenseQuery(meQuery);
  const router = useRouter();
  const isPublished = event.status === "published";
  const isOwn = me.id === event.organiser.id;
  const publishes = me.role !== "user" && isOwn;
  const isReviewed = isPublished && isOwn && !publishes;
  const isWithAuthor = !isPublished && event.status !== "submitted";
  return (
    <EventEditor
      key={event.id}
      draftKey={{ userId, eventId: event.id, basedOn: event.updatedAt }}
      initial={toFields(event, isOwn)}
      submitLabel={isWithAuthor ? (publishes ? "Publish event" : "Submit event") : "Save changes"}
      note={
        isPublished
          ? `${isReviewed ? "We review a new title, description or cover first. " : ""}Everyone who replied is notified of a new time or place.`
          : "We review it first and notify you when it is published."
      }
      hasDraft={isWithAuthor}
      onSaved={(saved) => {
        toast.success(saved.status === "published" && !isPublished ? "Event published!" : "Event saved");
        void router.navigate({ to: "/events/$eventId", params: { eventId: event.id } });
      }}
    />
  );
}
