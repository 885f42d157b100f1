import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { styleQueries } from "#web/data/styles.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { Chip } from "#web/ui/chip.tsx";
import { RetryButton } from "#web/ui/retry-button.tsx";
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
  const kept = useRestoredFocus<HTMLFieldSetElement>();
  const { ref } = kept;
  useEffect(() => {
    const chosen = ref.current?.querySelector('[aria-pressed="true"]');
    const row = chosen?.parentElement;
    if (row) row.scrollLeft += middleOf(chosen) - middleOf(row);
  }, [ref, selected, styles.data]);
  return (
    <fieldset
      {...kept}
      className="-mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 outline-none [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0"
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
          <RetryButton look="outline" size="small" isBusy={styles.isFetching} onClick={() => void styles.refetch()} />
        </>
      )}
    </fieldset>
  );
}

function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
