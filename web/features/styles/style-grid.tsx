import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Style } from "#contract/styles.ts";
import { styleQueries } from "#web/data/styles.ts";
import { countOf } from "#web/lib/format-count.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const gridClass =
  "grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-x-4 gap-y-8 sm:grid-cols-3 md:gap-x-8 md:gap-y-12 lg:grid-cols-4 xl:grid-cols-6";

/** 'Clothes Categories': a tap goes to the feed in that style. */
export function StyleGrid() {
  const styles = useQuery(styleQueries.list());
  if (styles.isPending) return <StyleGridSkeleton />;
  if (styles.data === undefined)
    return <QueryError title="Failed to load styles" query={styles} fallback="Please try again in a moment." />;
  if (styles.data.length === 0) return <EmptyState title="No styles available yet" />;
  return (
    <ul aria-label="Styles" className={gridClass}>
      {styles.data.map((style) => (
        <li key={style.id}>
          <StyleLink style={style} />
        </li>
      ))}
    </ul>
  );
}

function StyleLink({ style }: { style: Style }) {
  return (
    <Link to="/explore" search={{ style: style.id }} className="group block rounded-photo text-center">
      <span className="relative block aspect-square overflow-hidden rounded-full bg-ink/6">
        {style.imageUrl === null ? (
          <span
            aria-hidden="true"
            className="font-poster absolute inset-0 grid place-items-center text-[5rem] leading-none"
          >
            {style.name.slice(0, 1)}
          </span>
        ) : (
          <img
            src={style.imageUrl}
            alt=""
            loading="lazy"
            decoding="async"
            className="size-full object-cover transition-transform duration-250 ease-out motion-safe:group-hover:scale-105"
          />
        )}
      </span>
      <span className="font-display mt-4 block text-title">{style.name}</span>{" "}
      <span className="block text-fine text-muted">{countOf(style.activeOutfitCount, "outfit")}</span>
    </Link>
  );
}

function StyleGridSkeleton() {
  return (
    <>
      <output className="sr-only">Loading styles...</output>
      <div className={gridClass} aria-hidden="true">
        {Array.from({ length: 12 }, (_, index) => (
          <div key={index} className="flex flex-col items-center">
            <Skeleton className="aspect-square w-full rounded-full!" />
            <Skeleton className="mt-5 h-6 w-24" />
            <Skeleton className="mt-2 h-3 w-16" />
          </div>
        ))}
      </div>
    </>
  );
}
