import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { FeedSearch } from "#web/features/outfits/feed-search.tsx";
import { IconButton, iconButtonClass } from "#web/ui/icon-button.tsx";
import { Icon } from "#web/ui/icons.tsx";

interface SearchRowProps {
  text: string;
  onSearch: (text: string) => void;
  areFiltersShown: boolean;
  isFiltered: boolean;
  onToggleFilters: () => void;
}

/** The ways to find outfits: words, a photo, filters. */
export function SearchRow({ text, onSearch, areFiltersShown, isFiltered, onToggleFilters }: SearchRowProps) {
  return (
    <div className="flex basis-full items-center gap-2 md:max-w-xl md:basis-1/2">
      <FeedSearch value={text} onSearch={onSearch} />
      <Link to="/photo-search" aria-label="Search by photo" className={clsx(iconButtonClass, "border border-line")}>
        <Icon name="camera" />
      </Link>
      <IconButton
        label="Filter outfits"
        aria-expanded={areFiltersShown}
        onClick={onToggleFilters}
        className={isFiltered ? "bg-ink! text-paper!" : "border border-line"}
      >
        <Icon name="sliders" />
      </IconButton>
    </div>
  );
}
