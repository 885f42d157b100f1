import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import { meQuery } from "#web/data/me.ts";
import { styleQueries } from "#web/data/styles.ts";
import { AddToBoardDialog } from "#web/features/boards/add-to-board.tsx";
import { BoardShelf } from "#web/features/boards/board-shelf.tsx";
import { ClosetGrid } from "#web/features/closet/closet-grid.tsx";
import { ClosetPrivacySwitch } from "#web/features/closet/closet-privacy-switch.tsx";
import { StyleChips } from "#web/features/closet/style-chips.tsx";
import { Wishlist } from "#web/features/closet/wishlist.tsx";
import { FeedSearch } from "#web/features/outfits/feed-search.tsx";
import { readText } from "#web/lib/search-params.ts";
import { Page, PageHeading } from "#web/shell/page.tsx";
import { requireSession } from "#web/shell/require-session.ts";
import { TileSkeletons } from "#web/ui/outfit-tile.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";

/** The part that is open, and the search in it. */
export interface ClosetSearch {
  tab?: "top" | "wishlist" | undefined;
  q?: string | undefined;
}

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

const tabs = [
  { id: "closet", label: "My Closet" },
  { id: "top", label: "Top Rated" },
  { id: "wishlist", label: "Wishlist" },
] as const;

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
  const { data: styles } = useSuspenseQuery(styleQueries.list());
  const { tab = "closet", q: search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const change = (part: ClosetSearch) =>
    void navigate({
      search: (last) => ({ ...last, ...part }),
      replace: true,
      resetScroll: false,
      viewTransition: false,
    });
  const [styleName, setStyleName] = useState<string>("All");
  const style = styles.find(({ name }) => name === styleName) ?? null;
  return (
    <Page title="Closet">
      <PageHeading actions={<ClosetPrivacySwitch isPrivate={me.isClosetPrivate} />}>My Closet</PageHeading>
      <Tabs
        label="Parts of the closet"
        tabs={tabs}
        selected={tab}
        onSelect={(id) => change({ tab: id === "closet" ? undefined : id })}
      >
        {tab === "closet" && search === undefined && <BoardShelf />}
        <div className="flex pt-4 md:max-w-xl">
          <FeedSearch
            value={search ?? ""}
            onSearch={(text) => change({ q: text === "" ? undefined : text })}
            label="Search your closet"
            placeholder="Search your closet"
          />
        </div>
        {tab === "wishlist" ? (
          <Wishlist search={search} />
        ) : (
          <>
            <StyleChips selected={styleName} onSelect={setStyleName} />
            <ClosetGrid
              style={style}
              search={search}
              order={tab === "top" ? "likes" : "latest"}
              addToBoard={(save, onClose) => <AddToBoardDialog save={save} onClose={onClose} />}
            />
          </>
        )}
      </Tabs>
    </Page>
  );
}
