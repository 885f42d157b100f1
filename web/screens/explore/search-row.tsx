import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { useState } from "react";
import { SearchField } from "#web/ui/search-field.tsx";
import { nextFrame } from "#web/lib/next-task.ts";
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
  const [isPressed, setPressed] = useState(false);
  // The panel moves all that is below it, which takes a slow phone longer than a response may: the button responds a frame before.
  const toggle = async () => {
    setPressed(true);
    await nextFrame();
    onChange({}, !isOpen);
    setPressed(false);
  };
  return (
    <div className="flex basis-full flex-wrap items-center gap-2 md:max-w-xl md:basis-1/2">
      {/* At large text the buttons are below it. */}
      <div className="flex min-w-0 grow basis-40">
        <SearchField
          value={search.q ?? ""}
          onSearch={(text) => onChange({ q: text || undefined })}
          label="Search outfits"
          placeholder="Search outfits, people, tags"
        />
      </div>
      <Link to="/photo-search" aria-label="Search by photo" className={`${iconButtonClass} border border-line`}>
        <Icon name="camera" />
      </Link>
      <IconButton
        label="Filter outfits"
        aria-expanded={isOpen}
        onClick={() => void toggle()}
        className={isFiltered(search) ? "bg-ink! text-paper!" : clsx("border border-line", isPressed && "bg-ink/6")}
      >
        <Icon name="sliders" />
      </IconButton>
    </div>
  );
}
