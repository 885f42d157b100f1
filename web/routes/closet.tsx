import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { closetStyles } from "#contract/limits.ts";
import { meQuery } from "#web/api/me.ts";
import { ClosetGrid } from "#web/features/closet/closet-grid.tsx";
import { ClosetPrivacySwitch } from "#web/features/closet/closet-privacy-switch.tsx";
import { styleQueries } from "#web/features/styles/styles.queries.ts";
import { Page, PageHeading } from "#web/shell/page.tsx";
import { requireSession } from "#web/shell/require-session.ts";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Tabs } from "#web/ui/tabs.tsx";

export const Route = createFileRoute("/closet")({
  beforeLoad: requireSession,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(meQuery),
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
  const { data: styles = [] } = useQuery(styleQueries.list());
  const [tab, setTab] = useState<TabId>("closet");
  const [styleName, setStyleName] = useState<string>("All");
  const style = styles.find(({ name }) => name === styleName) ?? null;
  return (
    <Page title="Closet">
      <PageHeading>My Closet</PageHeading>
      <ClosetPrivacySwitch isPrivate={me.isClosetPrivate} />
      <Tabs label="Parts of the closet" tabs={tabs} selected={tab} onSelect={setTab}>
        {tab === "closet" ? (
          <>
            <fieldset aria-label="Style" className="-mx-4 min-w-0 flex gap-2 overflow-x-auto px-4 py-5">
              {closetStyles.map((name) => (
                <Chip key={name} isOn={styleName === name} onClick={() => setStyleName(name)}>
                  {name}
                </Chip>
              ))}
            </fieldset>
            <ClosetGrid style={style} />
          </>
        ) : (
          <EmptyState title="coming soon" />
        )}
      </Tabs>
    </Page>
  );
}
