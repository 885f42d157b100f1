import { Link } from "@tanstack/react-router";
import { CalendarPlus, Check, ScanLine, Ticket as TicketIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Event } from "#contract/events.ts";
import { fullNameOf, nameOf } from "#contract/member-names.ts";
import { useSignInGate } from "#web/data/use-sign-in-gate.ts";
import { useAttend } from "#web/data/events.ts";
import { useMe } from "#web/data/me.ts";
import { countOf, formatCount } from "#web/lib/format-count.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { profilePath } from "#web/lib/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { LazyDialog } from "#web/ui/lazy-dialog.tsx";

const TicketDialog = lazyPart(() => import("./ticket-dialog.tsx"), "TicketDialog");
const GoingDialog = lazyPart(() => import("./going-dialog.tsx"), "GoingDialog");
const CalendarDialog = lazyPart(() => import("./calendar-dialog.tsx"), "CalendarDialog");

/** Going or not, the ticket, the calendar; for the organiser the way to check in. */
export function AttendPanel({ event }: { event: Event }) {
  const [open, setOpen] = useState<"ticket" | "calendar" | "going" | null>(null);
  const kept = useRestoredFocus<HTMLElement>();
  return (
    <section {...kept} aria-label="Attendance" className="flex flex-col gap-4 outline-none">
      <GoingButton event={event} />
      <div className="flex flex-wrap gap-2">
        {event.attendance?.state === "going" && event.attendance.ticketCode && (
          <Button look="outline" onClick={() => setOpen("ticket")}>
            <TicketIcon aria-hidden="true" size={18} strokeWidth={1.5} />
            Your ticket
          </Button>
        )}
        {event.status === "published" && (
          <Button look="outline" onClick={() => setOpen("calendar")} className="max-w-full whitespace-normal!">
            <CalendarPlus aria-hidden="true" size={18} strokeWidth={1.5} />
            Add to calendar
          </Button>
        )}
        {event.canConfirm && event.status === "published" && !event.isCancelled && (
          <Link to="/events/$eventId/check-in" params={{ eventId: event.id }} className={buttonClass("outline")}>
            <ScanLine aria-hidden="true" size={18} strokeWidth={1.5} />
            Check in
          </Link>
        )}
      </div>
      <GoingFaces event={event} onOpen={() => setOpen("going")} />
      {open !== null && (
        <LazyDialog onFailure={() => setOpen(null)}>
          {open === "ticket" && <TicketDialog event={event} onClose={() => setOpen(null)} />}
          {open === "going" && <GoingDialog event={event} onClose={() => setOpen(null)} />}
          {open === "calendar" && <CalendarDialog event={event} onClose={() => setOpen(null)} />}
        </LazyDialog>
      )}
    </section>
  );
}

function GoingButton({ event }: { event: Event }) {
  const { attendance, isOpen } = event;
  if (attendance?.checkedInAt) {
    return (
      <AttendanceStatus icon={<Check />}>
        You were there.{" "}
        <Link to="/points" className="underline underline-offset-4">
          Your points
        </Link>
      </AttendanceStatus>
    );
  }
  if (!isOpen)
    return attendance ? <AttendanceStatus icon={<Check />}>You said that you were going.</AttendanceStatus> : null;
  return attendance === null ? <ReplyButton event={event} /> : <OwnReply event={event} attendance={attendance} />;
}

function ReplyButton({ event }: { event: Event }) {
  const attend = useAttend(event.id);
  const requireSignIn = useSignInGate();
  const isOwn = useMe()?.id === event.organiser.id;
  const isFull = hasNoSeat(event);
  const places = <p className="mt-2 text-fine text-muted">{placesWords(event)}</p>;
  // An organiser needs no place of their own.
  if (isFull && isOwn) return places;
  return (
    <div>
      <Button
        look="primary"
        size="large"
        isBusy={attend.isPending}
        onClick={() => {
          const intent = { action: "attend", id: event.id } as const;
          if (requireSignIn("Please sign in to say that you are going", intent)) attend.mutate(true);
        }}
      >
        {isFull ? "Join the waiting list" : "I'm going"}
      </Button>
      {places}
    </div>
  );
}

const replyWords = {
  going: {
    leave: "I can't make it",
    question: "Give up your place?",
    confirm: "Give it up",
    note: "It goes to the next person on the waiting list.",
  },
  waiting: {
    leave: "Leave the list",
    question: "Leave the waiting list?",
    confirm: "Leave",
    note: "You lose your position.",
  },
} as const;

function OwnReply({ event, attendance }: { event: Event; attendance: NonNullable<Event["attendance"]> }) {
  const attend = useAttend(event.id);
  const [isAsking, setAsking] = useState(false);
  const words = replyWords[attendance.state];
  const isGoing = attendance.state === "going";
  return (
    <>
      <AttendanceStatus icon={<Check />}>
        {isGoing ? "You are going." : `You are number ${attendance.position} on the waiting list.`}{" "}
        <button type="button" className="-my-2 min-h-11 underline underline-offset-4" onClick={() => setAsking(true)}>
          {words.leave}
        </button>
      </AttendanceStatus>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => attend.mutate(false, { onSettled: () => setAsking(false) })}
        isBusy={attend.isPending}
        title={words.question}
        confirmLabel={words.confirm}
      >
        {isGoing && event.waitingCount === 0 ? undefined : words.note}
      </ConfirmDialog>
    </>
  );
}

/** A saved event may be of an older release, which did not say whether it is full. */
const hasNoSeat = ({
  isFull,
  capacity,
  goingCount,
}: Pick<Event, "capacity" | "goingCount"> & Partial<Event>): boolean =>
  isFull ?? (capacity !== null && goingCount >= capacity);

function placesWords(event: Event): string {
  const { capacity, goingCount, waitingCount } = event;
  if (capacity === null) return "Free places for everyone who comes.";
  if (hasNoSeat(event)) {
    const taken = capacity === 1 ? "The only place is taken." : `All ${formatCount(capacity)} places are taken.`;
    return waitingCount > 0 ? `${taken} ${formatCount(waitingCount)} waiting.` : taken;
  }
  return `${formatCount(capacity - goingCount)} of ${formatCount(capacity)} places left.`;
}

function AttendanceStatus({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <output className="flex items-center gap-3 text-lead [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:stroke-[1.75]">
      <span aria-hidden="true" className="text-accent">
        {icon}
      </span>
      <span>{children}</span>
    </output>
  );
}

/** Who is going, as far as the reader may see. */
function GoingFaces({ event, onOpen }: { event: Event; onOpen: () => void }) {
  const { going, goingCount, waitingCount } = event;
  if (goingCount === 0) return null;
  const names = going.slice(0, 2).map(nameOf);
  const others = goingCount - names.length;
  const words =
    names.length === 0
      ? `${formatCount(goingCount)} going`
      : others > 0
        ? `${names.join(", ")} and ${countOf(others, "other")}`
        : names.join(" and ");
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {going.length > 0 && (
        <ul aria-label="Going" className="flex -space-x-2">
          {going.map((member) => (
            <li key={member.id} className="shrink-0">
              <Link
                to={profilePath(member.username)}
                aria-label={fullNameOf(member)}
                className="relative block rounded-full before:absolute before:-inset-1"
              >
                <Avatar
                  username={member.username}
                  avatarUrl={member.avatarUrl}
                  size={36}
                  className="ring-2 ring-paper"
                />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="text-fine text-muted">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onOpen}
          className="min-h-11 text-left font-medium text-ink underline-offset-4 hover:underline"
        >
          {words}
        </button>
        {waitingCount > 0 && ` · ${formatCount(waitingCount)} waiting`}
      </p>
    </div>
  );
}
