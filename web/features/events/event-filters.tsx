import { eventStyles } from "#contract/limits.ts";
import { Chip } from "#web/ui/chip.tsx";
import type { EventsSearch } from "./events-search.ts";

interface EventFiltersProps {
  search: EventsSearch;
  /** The member's own location, as their profile has it. */
  location: string | null;
  onChange: (part: EventsSearch) => void;
}

const rowClass =
  "-mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0";

/** What these choose is a list. */
const asList = { view: undefined, day: undefined };

/** Styles, and the quick ways to what is near in time and place. */
export function EventFilters({ search, location, onChange }: EventFiltersProps) {
  const { style, weekend, near } = search;
  const town = location?.split(",")[0]?.trim();
  return (
    <div className="flex flex-col gap-2 pb-6 lg:flex-row lg:items-center lg:justify-between lg:gap-x-4">
      <fieldset className={rowClass}>
        <legend className="sr-only">Style</legend>
        <Chip isOn={style === undefined} onClick={() => onChange({ style: undefined })}>
          All
        </Chip>
        {eventStyles.map((name) => (
          <Chip key={name} isOn={style === name} onClick={() => onChange({ style: name })}>
            {name}
          </Chip>
        ))}
      </fieldset>
      <fieldset className={rowClass}>
        <legend className="sr-only">Quick filters</legend>
        <Chip
          isOn={weekend === true}
          onClick={() => onChange({ ...asList, weekend: weekend ? undefined : true, when: undefined })}
        >
          This weekend
        </Chip>
        {(near ?? town) !== undefined && (
          <Chip
            isOn={near !== undefined}
            onClick={() => onChange({ near: near === undefined ? town : undefined })}
          >{`Near ${near ?? town}`}</Chip>
        )}
        <Chip
          isOn={search.when === "past"}
          onClick={() => onChange({ ...asList, when: search.when ? undefined : "past", weekend: undefined })}
        >
          Past events
        </Chip>
      </fieldset>
    </div>
  );
}
