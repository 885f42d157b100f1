import { Link } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import type { Board } from "#contract/boards.ts";
import { countOf } from "#web/lib/format-count.ts";
import { Picture } from "#web/ui/picture.tsx";

/** A board's first three outfits side by side, and its name. */
export function BoardCard({ board }: { board: Board }) {
  const [first, ...others] = board.covers;
  return (
    <Link to="/boards/$boardId" params={{ boardId: board.id }} className="group/board block rounded-photo">
      <span className="grid aspect-4/3 grid-cols-[2fr_1fr] gap-0.5 overflow-hidden rounded-photo bg-ink/6">
        {first && <Cover picture={first} />}
        {first && (
          <span className="grid min-h-0 grid-rows-2 gap-0.5">
            {others.map((picture) => (
              <Cover key={picture.url} picture={picture} />
            ))}
          </span>
        )}
      </span>
      <span className="mt-2 flex items-center gap-1.5 text-fine font-medium">
        <span className="truncate underline-offset-4 group-hover/board:underline">{board.name}</span>
        {board.isHidden && <Lock aria-label="Hidden" size={13} strokeWidth={1.75} className="shrink-0 text-muted" />}
      </span>
      <span className="block text-fine text-muted">{countOf(board.savesCount, "outfit")}</span>
    </Link>
  );
}

function Cover({ picture }: { picture: Board["covers"][number] }) {
  return (
    <span className="block min-h-0 min-w-0 overflow-hidden">
      <Picture picture={picture} alt="" sizes="240px" className="h-full! w-full! object-cover object-top" />
    </span>
  );
}

/** The row that board cards stand in: a shelf that scrolls on phones. */
export const shelfClass =
  "-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-1 *:w-44 *:shrink-0 *:snap-start md:mx-0 md:grid md:grid-cols-4 md:gap-4 md:px-0 md:*:w-auto lg:grid-cols-5";
