import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { meQuery } from "#web/api/me.ts";
import { BoardShelf } from "#web/features/closet/board-shelf.tsx";
import { ClosetGrid } from "#web/features/closet/closet-grid.tsx";
import { ClosetPrivacySwitch } from "#web/features/closet/closet-privacy-switch.tsx";
import { StyleChips } from "#web/features/closet/style-chips.tsx";
import { Wishlist } from "#web/features/closet/wishlist.tsx";
import { styleQueries } from "#web/features/styles/styles.queries.ts";
import { Page, PageHeading } from "#web/shell/page.tsx";
import { requireSession } from "#web/shell/require-session.ts";
import { Tabs } from "#web/ui/tabs.tsx";

export const Route = createFileRoute("/closet")({
  beforeLoad: requireSession,
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(meQuery), queryClient.ensureQueryData(styleQueries.list())]),
  component: Closet,
});

const tabs = [
  { id: "closet", label: "My Closet" },
  { id: "top", label: "Top Rated" },
  { id: "wishlist", label: "Wishlist" },
] as const;
type TabId = (typeof tabs)[number]["id"];

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
            <ClosetGrid style={style} order={tab === "top" ? "likes" : "latest"} />
          </>
        )}
      </Tabs>
    </Page>
  );
}
