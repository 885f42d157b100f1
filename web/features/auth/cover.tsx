import { useState } from "react";
import type { OutfitCard } from "#contract/outfits.ts";
import { useCoversOf } from "#web/data/covers.ts";
import { months } from "#web/lib/dates.ts";
import { MemberName } from "#web/ui/member-name.tsx";
import { Picture } from "#web/ui/picture.tsx";

/** "March 2026" */
function nameOfMonth(date: Date): string {
  return `${months[date.getMonth()]} ${date.getFullYear()}`;
}

const picturesMax = 9;

/** On very wide windows the left edge is the one of the bar above, which is no wider than 1440 px. */
const gutterClass = "pr-10 pl-[max(2.5rem,calc(50vw-42.5rem))]";

/** The cover next to the account forms: outfits in three columns that overflow the page. */
export function Cover() {
  const [thisMonth] = useState(() => nameOfMonth(new Date()));
  const outfits = useCoversOf("signIn", picturesMax);
  return (
    <aside
      aria-label="Worn by members"
      className="sticky top-16 h-[calc(100dvh-4rem)] overflow-hidden border-r border-line"
    >
      <div
        className={`${gutterClass} flex items-baseline justify-between border-b border-line py-3 small-caps text-muted`}
      >
        <span>{thisMonth}</span>
        <span>Worn by its members</span>
      </div>
      <p
        aria-hidden="true"
        className={`${gutterClass} pt-8 font-poster text-[clamp(4rem,8.2vw,8.5rem)] leading-[0.82]`}
      >
        <span className="-mr-[0.07em]">W</span>hat people
        <br />
        <span className="pl-[0.6em] italic">really</span> <span className="-mr-[0.04em]">w</span>ear
      </p>
      <div className={`${gutterClass} mt-10 grid grid-cols-3 items-start gap-4`}>
        {[0, 1, 2].map((column) => (
          <Column key={column} index={column} outfits={outfits.filter((_, index) => index % 3 === column)} />
        ))}
      </div>
    </aside>
  );
}

const starts = ["mt-16", "mt-0", "mt-28"];

function Column({ outfits, index }: { outfits: OutfitCard[]; index: number }) {
  return (
    <ul className={`flex flex-col gap-4 ${starts[index]}`}>
      {outfits.map((outfit, row) => (
        <li
          key={outfit.id}
          className="animate-[appear_600ms_var(--ease-out)_both]"
          style={{ animationDelay: `${(row * 3 + index) * 70}ms` }}
        >
          <Picture
            picture={outfit.picture}
            alt={outfit.altText}
            sizes="18vw"
            isUrgent={row === 0}
            className="rounded-photo"
          />
          <p className="mt-1.5 truncate text-fine text-muted">
            <MemberName member={outfit.author} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** The cover on narrow screens: a row of outfits that overflows on the right. */
export function CoverStrip() {
  const outfits = useCoversOf("signIn", picturesMax);
  return (
    <ul
      aria-label="Worn by members"
      className="mb-7 flex h-36 items-start gap-2 overflow-hidden pl-4 md:h-52 md:gap-3 md:pl-6 low:hidden lg:hidden"
    >
      {outfits.map((outfit, index) => (
        <li
          key={outfit.id}
          className={`animate-[appear_600ms_var(--ease-out)_both] shrink-0 ${index % 2 === 1 ? "pt-4 md:pt-6" : ""}`}
          style={{ animationDelay: `${index * 60}ms` }}
        >
          <Picture
            picture={outfit.picture}
            alt={outfit.altText}
            sizes="140px"
            isUrgent={index < 4}
            className="h-32! w-24! rounded-photo object-cover object-top md:h-46! md:w-34!"
          />
        </li>
      ))}
    </ul>
  );
}
