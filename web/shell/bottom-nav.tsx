import { Link, useNavigate } from "@tanstack/react-router";
import clsx from "clsx";
import { type MouseEvent, useRef, useState } from "react";
import { getSession, useSession } from "#web/api/session.ts";
import { useUnreadMessagesCount } from "#web/data/unread-counts.ts";
import { nextFrame } from "#web/lib/next-task.ts";
import { toast } from "#web/lib/toast.ts";
import { CountBadge } from "#web/ui/count-badge.tsx";
import { Icon, type IconName } from "#web/ui/icons.tsx";
import { isBottomNavShown, isEntryActive, type NavEntry, navEntries, type NavLabel } from "./nav-rules.ts";
import { useReceding } from "./use-receding.ts";
import { useShownPath } from "./use-shown-path.ts";

const icons: Record<NavLabel, IconName> = {
  Home: "home",
  Explore: "compass",
  Messages: "bubble",
  Add: "plus",
  Styles: "shapes",
  Swipe: "deck",
  Profile: "person",
};

/** A bar on phones; from 768 px a floating dock, out of sight while the reader scrolls down. */
export function BottomNav() {
  const path = useShownPath();
  const nav = useRef<HTMLElement>(null);
  useReceding(nav, path);
  const isMember = useSession().status === "signed-in";
  const [pressedPath, setPressedPath] = useState<string>();
  if (!isBottomNavShown(path)) return null;
  const entries = navEntries.filter((entry) => isMember || !entry.isForMembers);
  return (
    <nav
      ref={nav}
      aria-label="Main"
      className={clsx(
        "fixed inset-x-0 bottom-0 z-30 border-t border-line bg-paper/90 pb-[env(safe-area-inset-bottom)] backdrop-blur-lg",
        "[view-transition-name:bottom-nav] md:inset-x-auto md:bottom-5 md:left-1/2 md:-translate-x-1/2 md:rounded-full md:border md:pb-0",
        "md:transition-[translate] md:duration-250 md:ease-out",
        "md:data-receded:not-focus-within:translate-y-[calc(100%+2rem)]",
      )}
    >
      {/* With large text the seven entries have two rows on a phone. */}
      <ul className="grid min-h-16 grid-cols-[repeat(auto-fit,minmax(min(2.75rem,25%),1fr))] px-1 md:flex md:gap-1 md:px-3">
        {entries.map((entry) => (
          <li key={entry.label} className="@container md:w-[min(4.5rem,12vw)] md:flex-none">
            <NavLink
              entry={entry}
              isCurrent={isEntryActive(entry, path)}
              isActive={isEntryActive(entry, pressedPath ?? path)}
              onPress={setPressedPath}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface NavLinkProps {
  entry: NavEntry;
  /** Its screen is shown. */
  isCurrent: boolean;
  /** It looks like that, also as soon as it is pressed. */
  isActive: boolean;
  onPress: (path: string | undefined) => void;
}

function NavLink({ entry, isCurrent, isActive, onPress }: NavLinkProps) {
  const navigate = useNavigate();
  const isRaised = entry.label === "Add";
  // The session may have ended in another tab since the entry was rendered.
  const askToSignIn = (event: MouseEvent) => {
    event.preventDefault();
    toast.info(`Please sign in to access ${entry.label}`);
    void navigate({ to: "/auth", search: { next: entry.to } });
  };
  // Rendering the next screen takes a slow phone longer than a response may: the entry responds a frame before.
  const respond = async (event: MouseEvent) => {
    event.preventDefault();
    onPress(entry.to);
    await nextFrame();
    await navigate({ to: entry.to });
    onPress(undefined);
  };
  const open = (event: MouseEvent) => {
    if (entry.isForMembers && getSession().status !== "signed-in") askToSignIn(event);
    else if (!isForAnotherTab(event)) void respond(event);
  };
  return (
    <Link
      to={entry.to}
      onClick={open}
      aria-current={isCurrent ? "page" : undefined}
      className={clsx(
        "group flex h-full flex-col items-center justify-end gap-0.5 rounded-input pb-[min(0.5rem,2.1vw)] transition-colors duration-150 md:pb-2.5",
        isActive ? "text-ink" : "text-muted hover:text-ink",
      )}
    >
      {isRaised ? (
        <span className="-mt-4 grid shrink-0 size-[min(2.75rem,11.5vw)] md:size-[min(2.75rem,11vw)] low:mt-0 low:size-8! place-items-center rounded-full bg-accent text-on-accent shadow-[0_6px_20px_-6px_var(--accent)] ring-3 ring-paper transition-transform forced-colors:border duration-200 ease-out group-hover:-translate-y-0.5 group-active:scale-95">
          <Icon name={icons[entry.label]} size={24} strokeWidth={1.75} />
        </span>
      ) : (
        <span className="relative">
          <Icon name={icons[entry.label]} strokeWidth={isActive ? 2.25 : 1.5} className="size-[min(1.375rem,7.2vw)]" />
          {entry.label === "Messages" && <UnreadMessages />}
        </span>
      )}
      {/* Grows with the reader's text size as far as the longest label has room in its entry. */}
      <span className={clsx("text-[min(0.6875rem,20cqw)] leading-[min(1rem,6vw)]", isActive && "font-semibold")}>
        {entry.label}
      </span>
    </Link>
  );
}

const isForAnotherTab = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey || altKey;

function UnreadMessages() {
  const count = useUnreadMessagesCount();
  return <CountBadge count={count} label={count === 1 ? "unread message" : "unread messages"} />;
}
