import { useQuery } from "@tanstack/react-query";
import type { OutfitCard } from "#contract/outfits.ts";
import { Picture } from "#web/ui/picture.tsx";
import { coverQuery } from "./cover.queries.ts";

const thisMonth = new Intl.DateTimeFormat("en", { month: "long", year: "numeric" }).format(new Date());

/** The magazine's cover beside the account forms: its newest looks in three columns that run off the page. */
export function Cover() {
  const { data } = useQuery(coverQuery);
  const outfits = data?.items ?? [];
  return (
    <aside
      aria-label="Newest looks"
      className="sticky top-16 h-[calc(100dvh-4rem)] overflow-hidden border-r border-line"
    >
      <div className="flex items-baseline justify-between border-b border-line px-10 py-3 small-caps text-muted">
        <span>{thisMonth}</span>
        <span>Worn by its members</span>
      </div>
      <p aria-hidden="true" className="px-10 pt-8 font-display text-[clamp(4rem,8.2vw,8.5rem)] leading-[0.82]">
        What people
        <br />
        <span className="pl-[0.6em] italic">really</span> wear
      </p>
      <div className="mt-10 grid grid-cols-3 items-start gap-4 px-10">
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
          <p className="mt-1.5 truncate text-fine text-muted">@{outfit.author.username}</p>
        </li>
      ))}
    </ul>
  );
}
