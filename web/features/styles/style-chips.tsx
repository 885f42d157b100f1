import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { styleQueries } from "#web/data/styles.ts";
import { Chip } from "#web/ui/chip.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

export function StyleChips({
  selected,
  onSelect,
}: {
  /** Id of the chosen style; undefined is All. */
  selected: string | undefined;
  onSelect: (styleId: string | undefined) => void;
}) {
  const styles = useQuery(styleQueries.list());
  const row = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const chosen = row.current?.querySelector('[aria-pressed="true"]');
    if (row.current && chosen) row.current.scrollLeft += middleOf(chosen) - middleOf(row.current);
  }, [selected, styles.data]);
  return (
    <fieldset
      ref={row}
      className="-mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0"
    >
      <legend className="sr-only">Style</legend>
      <Chip isOn={selected === undefined} onClick={() => onSelect(undefined)}>
        All
      </Chip>
      {styles.data?.map((style) => (
        <Chip key={style.id} isOn={style.id === selected} onClick={() => onSelect(style.id)}>
          {style.name}
        </Chip>
      ))}
      {styles.isPending &&
        [88, 72, 104, 80, 96].map((width) => (
          <Skeleton key={width} className="h-11 shrink-0 rounded-full!" style={{ width }} />
        ))}
      {styles.isError && (
        <>
          <p role="alert" className="self-center text-fine whitespace-nowrap text-danger">
            Failed to load styles
          </p>
          <Chip aria-pressed={undefined} disabled={styles.isFetching} onClick={() => void styles.refetch()}>
            Try again
          </Chip>
        </>
      )}
    </fieldset>
  );
}

function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
