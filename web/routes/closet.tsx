import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#contract/limits.ts";
import { closetQueries } from "#web/data/closet.ts";
import { meQuery } from "#web/data/me.ts";
import { styleQueries } from "#web/data/styles.ts";
import { ClosetPrivacySwitch } from "#web/features/closet/closet-privacy-switch.tsx";
import { readText } from "#web/lib/search-params.ts";
import { ClosetParts } from "#web/screens/closet/closet-parts.tsx";
import { ClosetSkeleton } from "#web/screens/closet/closet-skeleton.tsx";
import type { ClosetSearch } from "#web/screens/closet/closet-tabs.ts";
import { Page, PageHeading } from "#web/shell/page.tsx";
import { requireSession } from "#web/shell/require-session.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";

export const Route = createFileRoute("/closet")({
  validateSearch: ({ tab, q }: Record<string, unknown>): ClosetSearch => ({
    tab: tab === "top" || tab === "wishlist" ? tab : undefined,
    q: readText(q, limits.searchCharsMax),
  }),
  beforeLoad: requireSession,
  // Without `loaderDeps`, with which the first tab would wait for its saves when it is pressed.
  loader: ({ context: { queryClient }, location }) => {
    const { tab, q }: ClosetSearch = location.search;
    return Promise.all([
      queryClient.ensureQueryData(meQuery),
      queryClient.ensureQueryData(styleQueries.list()),
      // An empty closet has another order. What is known is shown at once, and a failure in the list's place.
      tab === undefined &&
        q === undefined &&
        queryClient.prefetchInfiniteQuery({ ...closetQueries.own(), staleTime: Infinity }),
    ]);
  },
  pendingComponent: LoadingCloset,
  component: Closet,
});

function LoadingCloset() {
  return (
    <Page title="Closet">
      <PageHeading actions={<Skeleton className="h-11 w-56 max-w-full rounded-full!" />}>My Closet</PageHeading>
      <ClosetSkeleton />
    </Page>
  );
}

function Closet() {
  const { data: me } = useSuspenseQuery(meQuery);
  const { tab, q } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page title="Closet">
      <PageHeading actions={<ClosetPrivacySwitch isPrivate={me.isClosetPrivate} />}>My Closet</PageHeading>
      <ClosetParts
        tab={tab}
        q={q}
        onChange={(change) =>
          void navigate({
            search: (last) => ({ ...last, ...change }),
            replace: true,
            resetScroll: false,
            viewTransition: false,
          })
        }
      />
    </Page>
  );
}
