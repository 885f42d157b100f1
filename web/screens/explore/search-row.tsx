import { Link } from "@tanstack/react-router";
import { FeedSearch } from "#web/features/outfits/feed-search.tsx";
import { IconButton, iconButtonClass } from "#web/ui/icon-button.tsx";
import { Icon } from "#web/ui/icons.tsx";
import { type ExploreSearch, isFiltered } from "./explore-search.ts";

interface SearchRowProps {
  search: ExploreSearch;
  /** Whether the filters are shown. */
  isOpen: boolean;
  onChange: (part: ExploreSearch, isOpen?: boolean) => void;
}

/** The ways to find outfits: words, a photo, filters. */
export function SearchRow({ search, isOpen, onChange }: SearchRowProps) {
  return (
    <div className="flex basis-full flex-wrap items-center gap-2 md:max-w-xl md:basis-1/2">
      {/* At large text the buttons are below it. */}
      <div className="flex min-w-0 grow basis-40">
        <FeedSearch value={search.q ?? ""} onSearch={(text) => onChange({ q: text || undefined })} />
      </div>
      <Link to="/photo-search" aria-label="Search by photo" className={`${iconButtonClass} border border-line`}>
        <Icon name="camera" />
      </Link>
      <IconButton
        label="Filter outfits"
        aria-expanded={isOpen}
        onClick={() => onChange({}, !isOpen)}
        className={isFiltered(search) ? "bg-ink! text-paper!" : "border border-line"}
      >
        <Icon name="sliders" />
      </IconButton>
    </div>
  );
}
