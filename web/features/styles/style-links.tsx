import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { styleQueries } from "#web/data/styles.ts";
import { chipClass } from "#web/ui/chip.tsx";

const shownMax = 6;

/** The styles with most outfits, as ways on from where nothing was found. */
export function StyleLinks({ label }: { label: string }) {
  const { data } = useQuery(styleQueries.list());
  const styles = (data ?? [])
    .filter((style) => style.activeOutfitCount > 0)
    .toSorted((one, other) => other.activeOutfitCount - one.activeOutfitCount)
    .slice(0, shownMax);
  if (styles.length === 0) return null;
  return (
    <section aria-label={label} className="pb-16 text-center">
      <h2 className="small-caps mb-3 text-muted">{label}</h2>
      <ul className="flex flex-wrap justify-center gap-2">
        {styles.map((style) => (
          <li key={style.id}>
            <Link to="/explore" search={{ style: style.id }} className={chipClass()}>
              {style.name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
