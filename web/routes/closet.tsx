import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { meQuery } from "#web/data/me.ts";
import { styleQueries } from "#web/data/styles.ts";
import { AddToBoardDialog } from "#web/features/boards/add-to-board.tsx";
import { BoardShelf } from "#web/features/boards/board-shelf.tsx";
import { ClosetGrid } from "#web/features/closet/closet-grid.tsx";
import { ClosetPrivacySwitch } from "#web/features/closet/closet-privacy-switch.tsx";
import { StyleChips } from "#web/features/closet/style-chips.tsx";
import { Wishlist } from "#web/features/closet/wishlist.tsx";
import { Page, PageHeading } from "#web/shell/page.tsx";
import { requireSession } from "#web/shell/require-session.ts";
import { TileSkeletons } from "#web/ui/outfit-tile.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";

export const Route = createFileRoute("/closet")({
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
type TabId = (typeof tabs)[number]["id"];

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
  const [tab, setTab] = useState<TabId>("closet");
  const [styleName, setStyleName] = useState<string>("All");
  const style = styles.find(({ name }) => name === styleName) ?? null;
  return (
    <Page title="Closet">
      <PageHeading actions={<ClosetPrivacySwitch isPrivate={me.isClosetPrivate} />}>My Closet</PageHeading>
      <Tabs label="Parts of the closet" tabs={tabs} selected={tab} onSelect={setTab}>
        {tab === "closet" && <BoardShelf />}
        {tab === "wishlist" ? (
          <Wishlist />
        ) : (
          <>
            <StyleChips selected={styleName} onSelect={setStyleName} />
            <ClosetGrid
              style={style}
              order={tab === "top" ? "likes" : "latest"}
              addToBoard={(save, onClose) => <AddToBoardDialog save={save} onClose={onClose} />}
            />
          </>
        )}
      </Tabs>
    </Page>
  );
}
