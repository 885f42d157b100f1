import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import { FeedSearch } from "#web/features/outfits/feed-search.tsx";
import { NoOutfits } from "#web/features/outfits/no-outfits.tsx";
import { OutfitFeed } from "#web/features/outfits/outfit-feed.tsx";
import { outfitQueries } from "#web/features/outfits/outfits.queries.ts";
import { StyleChips } from "#web/features/styles/style-chips.tsx";
import { readText, readUuid } from "#web/lib/search-params.ts";
import { Page } from "#web/shell/page.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Icon } from "#web/ui/icons.tsx";

export interface ExploreSearch {
  q?: string | undefined;
  /** Id of a style. */
  style?: string | undefined;
}

const toFilter = ({ q, style }: ExploreSearch) => ({ search: q, style });

export const Route = createFileRoute("/explore")({
  validateSearch: (search: Record<string, unknown>): ExploreSearch => ({
    q: readText(search["q"], limits.searchCharsMax),
    style: readUuid(search["style"]),
  }),
  loaderDeps: ({ search }) => toFilter(search),
  // Not awaited: the page stands at once, with its skeleton.
  loader: ({ context, deps }) => void context.queryClient.prefetchInfiniteQuery(outfitQueries.feed(deps)),
  component: Explore,
});

function Explore() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const [areStylesShown, setAreStylesShown] = useState(search.style !== undefined);
  const change = (part: ExploreSearch) =>
    void navigate({
      search: (last) => ({ ...last, ...part }),
      replace: true,
      resetScroll: false,
      viewTransition: false,
    });
  return (
    <Page title="Explore">
      <div className="flex flex-col gap-x-10 gap-y-4 pt-4 pb-5 md:flex-row md:items-end md:pt-8 md:pb-8">
        <h1 className="font-display text-headline">Explore</h1>
        <div className="flex grow items-center gap-2 md:max-w-xl md:ml-auto">
          <FeedSearch value={search.q ?? ""} onSearch={(text) => change({ q: text === "" ? undefined : text })} />
          <IconButton
            label="Filter by style"
            aria-expanded={areStylesShown}
            onClick={() => setAreStylesShown(!areStylesShown)}
            className={search.style === undefined ? "border border-line" : "bg-ink! text-paper!"}
          >
            <Icon name="sliders" />
          </IconButton>
        </div>
      </div>
      {areStylesShown && (
        <div className="animate-[appear_0.2s_var(--ease-out)] pb-5">
          <StyleChips selected={search.style} onSelect={(style) => change({ style })} />
        </div>
      )}
      <OutfitFeed
        filter={toFilter(search)}
        empty={<NoOutfits isFiltered={search.q !== undefined || search.style !== undefined} />}
      />
    </Page>
  );
}
