import { createFileRoute, Link } from "@tanstack/react-router";
import clsx from "clsx";
import { getSession, useSession } from "#web/api/session.ts";
import { coversQuery, useCoversOf } from "#web/data/covers.ts";
import { deckQuery } from "#web/data/swipes.ts";
import { SwipeScreen } from "#web/features/swipes/swipe-screen.tsx";
import { VisitorCard } from "#web/features/swipes/visitor-card.tsx";
import { Page } from "#web/shell/page.tsx";
import { iconButtonClass } from "#web/ui/icon-button.tsx";
import { Icon } from "#web/ui/icons.tsx";

export const Route = createFileRoute("/swipes")({
  loader: ({ context: { queryClient } }) => {
    if (getSession().status === "signed-in") return void queryClient.prefetchQuery(deckQuery);
    void queryClient.prefetchQuery(coversQuery);
  },
  component: Swipes,
});

/** Large text does not make the page higher: what decides about the card stays in view. */
const deckHeightClass =
  "h-[calc(100dvh-3.5rem)] min-h-[560px] pb-[calc(4rem+36px+env(safe-area-inset-bottom))] md:h-[calc(100dvh-4rem)] md:pb-32 low:min-h-80 low:pb-26 low:md:pb-4";
const visitorHeightClass =
  "min-h-[calc(100dvh-3.5rem)] pb-[calc(6.25rem+env(safe-area-inset-bottom))] md:min-h-[calc(100dvh-4rem)] md:pb-32 low:pb-26";

function Swipes() {
  const isMember = useSession().status === "signed-in";
  return (
    <Page
      title="Swipe outfits"
      hasNav={false}
      className={clsx("flex flex-col overflow-x-clip low:relative", isMember ? deckHeightClass : visitorHeightClass)}
    >
      <header className="flex items-center justify-between pt-2 pb-3 md:pb-6 low:absolute low:inset-x-4 low:top-0">
        <Link to="/me" aria-label="Profile" className={`${iconButtonClass} -ml-2`}>
          <Icon name="person" size={22} />
        </Link>
        <h1 className="font-display text-headline low:sr-only">Swipe</h1>
        <Link to="/explore" aria-label="Filter" className={`${iconButtonClass} -mr-2`}>
          <Icon name="sliders" size={22} />
        </Link>
      </header>
      {isMember ? <SwipeScreen /> : <Visitor />}
    </Page>
  );
}

function Visitor() {
  return <VisitorCard outfits={useCoversOf("swipes", 3)} />;
}
