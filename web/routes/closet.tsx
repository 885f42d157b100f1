import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#contract/limits.ts";
import { meQuery } from "#web/data/me.ts";
import { styleQueries } from "#web/data/styles.ts";
import { ClosetPrivacySwitch } from "#web/features/closet/closet-privacy-switch.tsx";
import { readText } from "#web/lib/search-params.ts";
import { ClosetParts, type ClosetSearch } from "#web/screens/closet/closet-parts.tsx";
import { Page, PageHeading } from "#web/shell/page.tsx";
import { requireSession } from "#web/shell/require-session.ts";
import { TileSkeletons } from "#web/ui/outfit-tile.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

export const Route = createFileRoute("/closet")({
  validateSearch: ({ tab, q }: Record<string, unknown>): ClosetSearch => ({
    tab: tab === "top" || tab === "wishlist" ? tab : undefined,
    q: readText(q, limits.searchCharsMax),
  }),
  beforeLoad: requireSession,
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(meQuery), queryClient.ensureQueryData(styleQueries.list())]),
  pendingComponent: LoadingCloset,
  component: Closet,
});

function LoadingCloset() {
  return (
    <Page title="Closet">
      <PageHeading>My Closet</PageHeading>
      <Skeleton className="mb-8 h-11 w-full max-w-sm" />
      <TileSkeletons label="Loading your closet" count={8} />
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
