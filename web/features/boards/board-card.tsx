import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { Lock } from "lucide-react";
import type { Board } from "#contract/boards.ts";
import { countOf } from "#web/lib/format-count.ts";
import { Picture } from "#web/ui/picture.tsx";

/** A board's first outfits side by side, and its name. */
export function BoardCard({ board }: { board: Board }) {
  return (
    <Link to="/boards/$boardId" params={{ boardId: board.id }} className="group/board block rounded-photo">
      {board.covers.length === 0 ? <BareCover /> : <Covers covers={board.covers} />}
      <span className="mt-2 flex items-center gap-1.5 text-fine font-medium">
        <span dir="auto" className="truncate underline-offset-4 group-hover/board:underline">
          {board.name}
        </span>
        {board.isHidden && <Lock aria-label="Hidden" size={13} strokeWidth={1.75} className="shrink-0 text-muted" />}
      </span>
      <span className="block text-fine text-muted">
        {board.savesCount === 0 ? "Nothing yet" : countOf(board.savesCount, "outfit")}
      </span>
    </Link>
  );
}

/** One outfit fills the board, two share it, of three the first leads. */
function Covers({ covers }: { covers: Board["covers"] }) {
  return (
    <span
      className={clsx(
        "grid aspect-4/3 gap-0.5 overflow-hidden rounded-photo *:min-h-0 *:min-w-0 *:overflow-hidden",
        covers.length === 2 && "grid-cols-2",
        covers.length > 2 && "grid-cols-[2fr_1fr] grid-rows-2 *:first:row-span-2",
      )}
    >
      {covers.map((picture) => (
        <span key={picture.url} className="block">
          <Picture picture={picture} alt="" sizes="240px" className="h-full! w-full! object-cover object-top" />
        </span>
      ))}
    </span>
  );
}

/** The cover of an empty board. */
export function BareCover() {
  return (
    <span className="grid aspect-4/3 place-items-center rounded-photo border border-dashed border-ink/25 text-muted transition-colors group-hover/board:border-ink/60">
      <svg
        width="64"
        height="44"
        viewBox="-34 -10 68 48"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        aria-hidden="true"
      >
        <path
          d="M0 0a5 5 0 1 1 5 5c-3 1-5 3-5 7v2l-25 17c-4 3-2 8 3 8h44c5 0 7-5 3-8L0 14"
          strokeLinecap="round"
          strokeLinejoin="round"
          transform="translate(0 -2)"
        />
      </svg>
    </span>
  );
}

/** The row of board cards, which scrolls on phones. */
export const shelfClass =
  "-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-1 *:w-[44%] *:shrink-0 *:snap-start md:mx-0 md:grid md:grid-cols-4 md:gap-4 md:px-0 md:*:w-auto lg:grid-cols-5";
