import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { submissionQueries } from "#web/data/admin-submissions.ts";
import { Button } from "#web/ui/button.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { counted } from "#contract/counted.ts";
import { MemberCell } from "#web/features/admin/parts/member-cell.tsx";
import { PagedList } from "#web/features/admin/parts/paged-list.tsx";

/** On request, who confirmed whose attendance, and the points for it. */
export function EventCheckIns({ eventId }: { eventId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="pt-4">
      <Button look="outline" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Check-ins
      </Button>
      {isOpen && (
        <div className="pt-4">
          <CheckInList eventId={eventId} />
        </div>
      )}
    </div>
  );
}

function CheckInList({ eventId }: { eventId: string }) {
  const query = useInfiniteQuery(submissionQueries.checkIns(eventId));
  return (
    <PagedList label="Check-ins" empty="Nobody is checked in." query={query}>
      {({ member, confirmedBy, checkedInAt, points }) => (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
          <MemberCell member={member} detail={counted(points, "point")} />
          <span className="text-muted">confirmed by</span>
          {confirmedBy ? <MemberCell member={confirmedBy} /> : <span>a deleted account</span>}
          <RelativeTime at={checkedInAt} className="ml-auto text-fine text-muted" />
        </div>
      )}
    </PagedList>
  );
}
