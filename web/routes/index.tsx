import { useInfiniteQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { getSession, useSession } from "#web/api/session.ts";
import { Landing } from "#web/features/landing/landing.tsx";
import { outfitQueries } from "#web/features/outfits/outfits.queries.ts";
import { Page } from "#web/shell/page.tsx";
import { PageSpinner } from "#web/shell/page-spinner.tsx";

const loadMemberHome = async () => ({ default: (await import("./-member-home.tsx")).MemberHome });
const MemberHome = lazy(loadMemberHome);

export const Route = createFileRoute("/")({
  loader: async ({ context: { queryClient } }) => {
    if (getSession().status === "signed-in") {
      void loadMemberHome();
      void queryClient.prefetchQuery(outfitQueries.trending());
      return {};
    }
    void queryClient.prefetchInfiniteQuery(outfitQueries.feed());
    // Waited for: the page that the server sent has it already, and nothing of it may vanish for a moment.
    return { Story: (await import("#web/features/landing/landing-story.tsx")).LandingStory };
  },
  component: Home,
});

function Home() {
  if (useSession().status !== "signed-in") return <VisitorHome />;
  return (
    <Page title="Home">
      <Suspense fallback={<PageSpinner />}>
        <MemberHome />
      </Suspense>
    </Page>
  );
}

function VisitorHome() {
  const { Story } = Route.useLoaderData();
  const feed = useInfiniteQuery(outfitQueries.feed());
  // A cover without pictures still stands; the feed itself says what went wrong on /explore.
  const outfits = feed.isError ? [] : feed.data?.pages[0]?.items;
  return (
    <Page title="Everyone is wearing something" width="bleed">
      <Landing outfits={outfits}>{Story && <Story outfits={outfits} />}</Landing>
    </Page>
  );
}
