import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ColourFilter } from "#web/features/colours/colour-filter.tsx";
import { StyleChips } from "#web/features/styles/style-chips.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { SwitchRow } from "#web/ui/switch-row.tsx";
import type { ExploreSearch } from "./explore-search.ts";

export interface ExploreFiltersProps {
  search: ExploreSearch;
  onChange: (part: ExploreSearch) => void;
}

/** The panel behind the filter button: order, styles, colours, and whether outfits made with AI are shown. */
export function ExploreFilters({ search, onChange }: ExploreFiltersProps) {
  // The ring is as high as a phone's screen is wide: open at first only if it shows a choice.
  const [areColoursShown, setColoursShown] = useState(search.colours !== undefined);
  const navigate = useNavigate({ from: "/explore" });
  const correctColours = (colours: string | undefined) =>
    void navigate({
      search: (last) => ({ ...last, colours }),
      state: (last) => ({ ...last, areStylesShown: true }),
      // Otherwise Back would lead to the address that is corrected again.
      replace: true,
      resetScroll: false,
      viewTransition: false,
    });
  return (
    <div className="animate-[appear_0.2s_var(--ease-out)] pb-5">
      <div className="mb-4 flex flex-wrap gap-2">
        <fieldset className="flex min-w-0 flex-wrap gap-2">
          <legend className="sr-only">Sort</legend>
          <Chip isOn={search.sort === undefined} onClick={() => onChange({ sort: undefined })}>
            Newest
          </Chip>
          <Chip isOn={search.sort === "popular"} onClick={() => onChange({ sort: "popular" })}>
            Popular this week
          </Chip>
        </fieldset>
        <Chip
          isOn={search.colours !== undefined}
          aria-pressed={undefined}
          aria-expanded={areColoursShown}
          onClick={() => setColoursShown(!areColoursShown)}
        >
          Colours
        </Chip>
      </div>
      <StyleChips selected={search.style} onSelect={(style) => onChange({ style })} />
      <div className="mt-3 grid gap-x-16 gap-y-4 md:flex md:items-start">
        {areColoursShown && (
          <ColourFilter
            value={search.colours}
            onChange={(colours) => onChange({ colours })}
            onCorrect={correctColours}
          />
        )}
        <div className="max-w-md grow">
          <SwitchRow
            label="Hide outfits made with AI"
            hint="Leaves out what its author marked as made with AI."
            isOn={search.ai === "exclude"}
            onToggle={(isOn) => onChange({ ai: isOn ? "exclude" : undefined })}
          />
        </div>
      </div>
    </div>
  );
}
