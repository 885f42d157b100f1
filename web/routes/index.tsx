import { createFileRoute } from "@tanstack/react-router";
import { Suspense } from "react";
import { getSession, useSession } from "#web/api/session.ts";
import { coversQuery, useCovers } from "#web/data/covers.ts";
import { outfitQueries } from "#web/data/outfits.ts";
import { Landing } from "#web/features/landing/landing.tsx";
import { delayParts } from "#web/lib/hydration/frame-parts.ts";
import { isInBrowser } from "#web/lib/is-in-browser.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { PageSpinner } from "#web/shell/page-spinner.tsx";
import { Page } from "#web/shell/page.tsx";

const MemberHome = lazyPart(() => import("#web/screens/home/member-home.tsx"), "MemberHome");

export const Route = createFileRoute("/")({
  loader: async ({ context: { queryClient }, cause }) => {
    if (getSession().status === "signed-in") {
      const code = MemberHome.preload();
      void queryClient.prefetchQuery(outfitQueries.trending());
      // The server renders its skeleton, which stays on a first visit; later a spinner does not keep the reader waiting.
      if (!isInBrowser) await code;
      else if (code && cause !== "preload") delayParts(code);
      return {};
    }
    void queryClient.prefetchQuery(coversQuery);
    // Awaited: the server-rendered page has it already, and it must not disappear for a moment.
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
  const outfits = useCovers();
  return (
    <Page title="Everyone is wearing something" isTitleServed width="bleed">
      <Landing outfits={outfits}>{Story && <Story outfits={outfits} />}</Landing>
    </Page>
  );
}
