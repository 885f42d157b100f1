import { useInfiniteQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { useMe } from "#web/api/me.ts";
import { getSession, useSession } from "#web/api/session.ts";
import { Shortcuts } from "#web/features/home/shortcuts.tsx";
import { Landing } from "#web/features/landing/landing.tsx";
import { outfitQueries } from "#web/features/outfits/outfits.queries.ts";
import { TrendingOutfits } from "#web/features/outfits/trending-outfits.tsx";
import { Page, PageHeading } from "#web/shell/page.tsx";

export const Route = createFileRoute("/")({
  loader: ({ context: { queryClient } }) => {
    if (getSession().status === "signed-in") void queryClient.prefetchQuery(outfitQueries.trending());
    else void queryClient.prefetchInfiniteQuery(outfitQueries.feed());
  },
  component: Home,
});

function Home() {
  return useSession().status === "signed-in" ? <MemberHome /> : <VisitorHome />;
}

function MemberHome() {
  const name = useMe()?.username;
  return (
    <Page title="Home">
      <PageHeading>
        Welcome Back
        {name !== undefined && <em className="animate-[appear_0.2s_var(--ease-out)]">, {name}</em>}
      </PageHeading>
      <Shortcuts />
      <TrendingOutfits />
    </Page>
  );
}

function VisitorHome() {
  const feed = useInfiniteQuery(outfitQueries.feed());
  // A cover without pictures still stands; the feed itself says what went wrong on /explore.
  const outfits = feed.isError ? [] : feed.data?.pages[0]?.items;
  return (
    <Page title="Everyone is wearing something" width="bleed">
      <Landing outfits={outfits} />
    </Page>
  );
}
