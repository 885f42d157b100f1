import { Link } from "@tanstack/react-router";
import type { Event } from "#contract/events.ts";
import { useSession } from "#web/api/session.ts";
import { CommentsSection } from "#web/features/comments/comments-section.tsx";
import { EventArticle } from "#web/features/events/event-article.tsx";
import { EventControls } from "#web/features/events/event-controls.tsx";
import { WhatToWear } from "#web/features/events/what-to-wear.tsx";
import { FollowMember } from "#web/features/follows/follow-member.tsx";
import { ShareButton } from "#web/features/outfits/share-button.tsx";
import { profilePath } from "#web/lib/paths.ts";
import { MemberMenu } from "#web/screens/member-menu/member-menu.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { HydratedSuspense } from "#web/ui/hydrated-suspense.tsx";
import { MemberName } from "#web/ui/member-name.tsx";

/** An event with all that other features bring: following, sharing, reporting, comments. */
export function EventDetail({ event, onBlocked }: { event: Event; onBlocked: () => void }) {
  const session = useSession();
  const isOwn = session.status === "signed-in" && session.userId === event.organiser.id;
  return (
    <EventArticle
      event={event}
      actions={
        <>
          <ShareButton title={event.title} path={`/events/${event.id}`} />
          {!isOwn && (
            <MemberMenu member={event.organiser} report={{ type: "event", id: event.id }} onBlocked={onBlocked} />
          )}
        </>
      }
      organiser={<Organiser event={event} />}
    >
      <EventControls event={event} />
      {event.status === "published" && (
        <>
          <HydratedSuspense>
            <WhatToWear event={event} />
          </HydratedSuspense>
          <HydratedSuspense>
            <CommentsSection
              key={event.id}
              subject={{ eventId: event.id }}
              ownerId={event.organiser.id}
              commentsCount={event.commentsCount}
              menuOf={({ id, author }) => <MemberMenu member={author} report={{ type: "comment", id }} />}
            />
          </HydratedSuspense>
        </>
      )}
    </EventArticle>
  );
}

function Organiser({ event: { organiser } }: { event: Event }) {
  return (
    <div className="flex items-center gap-3">
      <Avatar username={organiser.username} avatarUrl={organiser.avatarUrl} size={48} />
      <p className="min-w-0 grow">
        <span className="small-caps block text-muted">Organised by</span>
        <Link to={profilePath(organiser.username)} className="block truncate font-semibold hover:underline">
          <MemberName member={organiser} />
        </Link>
      </p>
      <FollowMember member={organiser} />
    </div>
  );
}
