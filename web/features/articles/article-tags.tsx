import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { articleQueries } from "#web/data/articles.ts";
import { chipClass } from "#web/ui/chip.tsx";

/** The tags that most articles have; a pressed one filters the list, pressed again it does no longer. */
export function ArticleTags({ selected, search }: { selected: string | undefined; search: string | undefined }) {
  const { data, isPending } = useQuery(articleQueries.tags());
  const known = data?.items ?? [];
  const isOn = (tag: string) => tag.toLowerCase() === selected?.toLowerCase();
  // One that came with the address is there, too, however rare it is.
  const tags = selected === undefined || known.some(isOn) ? known : [selected, ...known];
  if (!isPending && tags.length === 0) return null;
  return (
    <nav aria-label="Tags" className="min-h-11">
      <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0">
        {[undefined, ...tags].map((tag) => (
          <li key={tag ?? ""} className="shrink-0">
            <Link
              to="/articles"
              search={{ q: search, tag: tag !== undefined && isOn(tag) ? undefined : tag }}
              aria-current={(tag === undefined ? selected === undefined : isOn(tag)) ? "true" : undefined}
              resetScroll={false}
              className={chipClass(tag === undefined ? selected === undefined : isOn(tag))}
            >
              {tag ?? "All"}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
