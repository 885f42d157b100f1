import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import {
  CalendarCheck,
  CalendarClock,
  FilePen,
  Gift,
  AtSign,
  Heart,
  type LucideIcon,
  MessageCircle,
  MessageSquareText,
  PartyPopper,
  ShieldCheck,
  UserPlus,
  UserRoundCheck,
  X,
} from "lucide-react";
import type { ReactNode } from "react";
import type { Notification, NotificationType } from "#contract/notifications.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";

interface NotificationRowProps {
  notification: Notification;
  onOpen: () => void;
  onDelete: () => void;
  /** Next to it: what can be done about it. */
  control?: ReactNode;
}

/** One sentence linked to its subject; unread ones have a red dot. */
export function NotificationRow({ notification, onOpen, onDelete, control }: NotificationRowProps) {
  const { isRead, picture } = notification;
  const { pathname, searchParams, hash } = new URL(notification.path, location.origin);
  return (
    <div className="group/row relative -mx-3 flex flex-wrap items-center rounded-photo transition-colors duration-150 hover:bg-ink/4 forced-colors:border md:-mx-4">
      <Link
        to={pathname}
        search={Object.fromEntries(searchParams)}
        hash={hash.slice(1)}
        onClick={onOpen}
        // With large text the picture, and what can be done about it, go into lines of their own.
        className="flex min-h-19 min-w-0 grow basis-40 flex-wrap items-center gap-4 rounded-photo py-3 pr-1 pl-3 md:pl-4"
      >
        {!isRead && (
          <span
            aria-hidden="true"
            className="absolute left-0 size-2 rounded-full bg-accent forced-colors:border md:left-0.5"
          />
        )}
        <Portrait notification={notification} />
        <span className="min-w-0 flex-1 basis-24">
          <span className="block leading-snug">
            {!isRead && <span className="sr-only">Unread. </span>}
            <Sentence notification={notification} />
          </span>
          <RelativeTime at={notification.createdAt} className="mt-0.5 block text-fine text-muted" />
        </span>
        {picture && (
          <span className="block w-11 shrink-0 overflow-hidden rounded-[8px]">
            <Picture picture={picture} alt="" sizes="44px" className="aspect-4/5! object-cover object-top" />
          </span>
        )}
      </Link>
      <span className="-mr-1 ml-auto flex items-center forced-colors:mr-0! md:mr-0">
        {control}
        <IconButton
          label={`Delete notification: ${startOf(notification.message)}`}
          onClick={onDelete}
          className="text-muted hover:text-ink md:opacity-0 md:group-hover/row:opacity-100 md:focus-visible:opacity-100 pointer-coarse:opacity-100"
        >
          <X aria-hidden="true" size={18} strokeWidth={1.5} />
        </IconButton>
      </span>
    </div>
  );
}

/** Tells the buttons of the rows apart: a message may be as long as a page. Ends at a word, if there is a space. */
function startOf(message: string): string {
  const [start = ""] = /^.{1,80}(?=\s|$)|^.{1,80}/su.exec(message) ?? [];
  return start === message ? message : `${start}…`;
}

/** The sentence with its names in bold, as far as it opens with them. */
function Sentence({ notification: { actor, message } }: { notification: Notification }) {
  const name = actor ? (actor.displayName ?? actor.username) : "";
  // One that is written from right to left stands in direction isolates.
  const opening = [name, `\u2068${name}\u2069`].find((start) => message.startsWith(start));
  if (name === "" || opening === undefined) return message;
  const [, others = "", rest = ""] = /^( and \d+ others?)?(.*)$/s.exec(message.slice(opening.length)) ?? [];
  return (
    <>
      <strong className="font-semibold">{opening + others}</strong>
      {rest}
    </>
  );
}

const marks: Record<NotificationType, LucideIcon> = {
  like: Heart,
  comment: MessageSquareText,
  mention: AtSign,
  follower: UserRoundCheck,
  follow_request: UserPlus,
  message: MessageCircle,
  suggestion_accepted: PartyPopper,
  event_reminder: CalendarClock,
  event_update: CalendarCheck,
  article_update: FilePen,
  reward: Gift,
  moderation: ShieldCheck,
};

/** The actor's picture with an icon of the event; without an actor, the icon alone. */
function Portrait({ notification: { type, actor } }: { notification: Notification }) {
  const Mark = marks[type];
  const isLike = type === "like";
  if (!actor) {
    return (
      <span className="grid size-12 shrink-0 place-items-center rounded-full border border-line bg-surface">
        <Mark aria-hidden="true" size={20} strokeWidth={1.5} />
      </span>
    );
  }
  return (
    <span className="relative shrink-0">
      <Avatar username={actor.username} avatarUrl={actor.avatarUrl} size={48} />
      <span
        className={clsx(
          "absolute -right-1 -bottom-1 grid size-[22px] place-items-center rounded-full ring-2 ring-paper",
          isLike ? "bg-accent text-on-accent" : "bg-ink text-paper",
        )}
      >
        <Mark aria-hidden="true" size={12} strokeWidth={2} {...(isLike ? { fill: "currentColor" } : {})} />
      </span>
    </span>
  );
}
