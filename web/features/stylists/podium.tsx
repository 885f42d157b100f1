import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import type { ReactNode } from "react";
import type { Author } from "#contract/page.ts";
import type { Slots } from "#web/data/stylist-slots.ts";
import { profilePath } from "#web/lib/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { MemberName } from "#web/ui/member-name.tsx";

/** The first is in the middle and highest, as on a podium; the reading order stays 1, 2, 3. */
const places = [
  { order: "order-2", block: "h-24 md:h-28", avatar: 88 },
  { order: "order-1", block: "h-16 md:h-20", avatar: 72 },
  { order: "order-3", block: "h-11 md:h-14", avatar: 64 },
] as const;

interface PodiumProps {
  slots: Slots;
  /** The content of a slot: by default the stylist's picture, or an empty ring. */
  renderPlace?: (slot: StandProps & { position: number }) => ReactNode;
  /** Under a stylist's name. */
  renderFollow?: (stylist: Author) => ReactNode;
  /** Under an empty slot. */
  renderEmpty?: (position: number) => ReactNode;
}

export function Podium({ slots, renderPlace = Bare, renderFollow, renderEmpty = Empty }: PodiumProps) {
  return (
    <ol
      aria-label="Top 3 Stylist"
      className="mx-auto grid max-w-xl grid-cols-3 items-end gap-2 border-b border-ink px-2 md:gap-4 md:px-6"
    >
      {places.map(({ order, block, avatar }, index) => {
        const stylist = slots[index] ?? null;
        const position = index + 1;
        return (
          <li key={order} className={clsx("flex min-w-0 flex-col items-center", order)}>
            {renderPlace({ position, stylist, avatar })}
            <div className="flex min-h-11 w-full items-center justify-center text-center">
              {stylist ? <StylistLink stylist={stylist} /> : renderEmpty(position)}
            </div>
            {/* With large text the words need what the button has next to them. */}
            {stylist && renderFollow && (
              <div className="mb-3 [&_button]:px-[min(1rem,4vw)]!">{renderFollow(stylist)}</div>
            )}
            <Block position={position} className={block} />
          </li>
        );
      })}
    </ol>
  );
}

function Block({ position, className }: { position: number; className: string }) {
  const isFirst = position === 1;
  return (
    <div
      aria-hidden="true"
      className={clsx(
        "font-display grid w-full place-items-center rounded-t-photo border border-b-0 border-line bg-surface",
        isFirst ? "text-headline leading-none italic" : "text-title text-muted",
        className,
      )}
    >
      {position}
    </div>
  );
}

interface StandProps {
  stylist: Author | null;
  avatar: number;
}

function Bare({ stylist, avatar }: StandProps) {
  return <Stand stylist={stylist} size={avatar} />;
}

export function Stand({ stylist, size }: { stylist: Author | null; size: number }) {
  if (stylist) return <Avatar username={stylist.username} avatarUrl={stylist.avatarUrl} size={size} />;
  return (
    <span
      aria-hidden="true"
      className="block rounded-full border border-dashed border-ink/25"
      style={{ width: size, height: size }}
    />
  );
}

function StylistLink({ stylist }: { stylist: Author }) {
  return (
    <Link
      to={profilePath(stylist.username)}
      className="inline-flex min-h-11 max-w-full items-center truncate rounded-full px-2 text-fine font-medium hover:underline"
    >
      <MemberName member={stylist} className="truncate" />
    </Link>
  );
}

function Empty() {
  return <span className="text-fine text-muted">Empty</span>;
}
