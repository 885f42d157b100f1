import { createFileRoute } from "@tanstack/react-router";
import { OwnEvents } from "#web/features/events/own-events.tsx";
import { Page, PageHeading } from "#web/shell/page.tsx";
import { requireSession } from "#web/shell/require-session.ts";
import { Tabs } from "#web/ui/tabs.tsx";

export const Route = createFileRoute("/events_/mine")({
  beforeLoad: requireSession,
  validateSearch: (search: Record<string, unknown>): { as?: "organiser" | undefined } => ({
    as: search["as"] === "organiser" ? "organiser" : undefined,
  }),
  component: MyEvents,
});

const tabs = [
  { id: "attendee", label: "Going" },
  { id: "organiser", label: "Organising" },
] as const;

function MyEvents() {
  const tab = Route.useSearch().as ?? "attendee";
  const navigate = Route.useNavigate();
  return (
    <Page title="Your events">
      <PageHeading>Your events</PageHeading>
      <Tabs
        label="Your events"
        tabs={tabs}
        selected={tab}
        onSelect={(id) =>
          void navigate({ search: { as: id === "organiser" ? id : undefined }, replace: true, viewTransition: false })
        }
      >
        <OwnEvents tab={tab} />
      </Tabs>
    </Page>
  );
}
