import { Download } from "lucide-react";
import type { Event } from "#contract/events.ts";
import { useSession } from "#web/api/session.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { CalendarFeed } from "./calendar-feed.tsx";

/** One event as a file, or all of one's own as a self-updating feed. */
export function CalendarDialog({ event, onClose }: { event: Event; onClose: () => void }) {
  const isMember = useSession().status === "signed-in";
  return (
    <Dialog isOpen onClose={onClose} title="Add to calendar">
      <h3 className="font-semibold">This event</h3>
      <p className="mt-1 text-muted">A file that every calendar opens. Import it again if the event changes.</p>
      <a href={`/calendars/events/${event.id}.ics`} download className={`${buttonClass("ink")} mt-3`}>
        <Download aria-hidden="true" size={18} strokeWidth={1.5} />
        Download .ics
      </a>
      {isMember && <CalendarFeed />}
    </Dialog>
  );
}
