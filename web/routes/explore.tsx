import { createFileRoute } from "@tanstack/react-router";
import { useSession } from "#web/api/session.ts";
import { useStyleName } from "#web/data/styles.ts";
import { ExploreFilters, FollowingSwitch } from "#web/screens/explore/controls.lazy.ts";
import { enterExplore } from "#web/screens/explore/enter-explore.ts";
import { ExploreResults } from "#web/screens/explore/explore-results.tsx";
import { type ExploreSearch, readExploreSearch, titleOf, toFilter } from "#web/screens/explore/explore-search.ts";
import { SearchRow } from "#web/screens/explore/search-row.tsx";
import { ShareButton } from "#web/screens/explore/share-button.lazy.ts";
import { useAreStylesShown } from "#web/screens/explore/use-are-styles-shown.ts";
import { Page } from "#web/shell/page.tsx";
import { CodeBoundary } from "#web/ui/code-boundary.tsx";
import { HydratedSuspense } from "#web/ui/hydrated-suspense.tsx";
import { siteName } from "#web/lib/site-name.ts";

export const Route = createFileRoute("/explore")({
  validateSearch: readExploreSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, location: { state }, cause }) => enterExplore(context.queryClient, deps, { state, cause }),
  component: Explore,
});

function Explore() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const isMember = useSession().status === "signed-in";
  const styleName = useStyleName(search.style);
  const areStylesShown = useAreStylesShown(search);
  const change = (part: ExploreSearch, areShown?: boolean) =>
    void navigate({
      search: (last) => ({ ...last, ...part }),
      // A search begins a moment after it was typed: the filters may have been opened in the meantime.
      state: (last) => ({ areStylesShown: areShown ?? last.areStylesShown ?? areStylesShown }),
      // Back takes a filter back, but not letter by letter what was typed.
      replace: Object.keys(part).every((name) => name === "q"),
      resetScroll: false,
      viewTransition: false,
    });
  return (
    <Page title={titleOf(search, styleName)}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 pt-4 pb-5 md:flex-nowrap md:pt-8 md:pb-8">
        <h1 className="font-display grow text-headline">Explore</h1>
        <div className="ml-auto flex min-h-11 items-center gap-3">
          {styleName !== undefined && (
            <HydratedSuspense load={() => ShareButton.preload()}>
              <ShareButton
                title={`${styleName} outfits on ${siteName()}`}
                className="border border-line hover:border-ink/40"
              />
            </HydratedSuspense>
          )}
          <CodeBoundary>
            {isMember && (
              <FollowingSwitch
                isOn={search.from === "following"}
                onToggle={(isOn) => change({ from: isOn ? "following" : undefined })}
              />
            )}
          </CodeBoundary>
        </div>
        <SearchRow search={search} isOpen={areStylesShown} onChange={change} />
      </div>
      {areStylesShown && (
        <HydratedSuspense fallback={<div className="h-16" />} load={() => ExploreFilters.preload()}>
          <ExploreFilters search={search} onChange={change} />
        </HydratedSuspense>
      )}
      <ExploreResults filter={toFilter(search, isMember)} />
    </Page>
  );
}
