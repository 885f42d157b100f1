import { useState } from "react";
import { Tabs } from "#web/ui/tabs.tsx";
import { AdminHeading } from "#web/features/admin/parts/admin-heading.tsx";
import { CommentsTable } from "./comments-table.tsx";
import { OutfitsTable } from "./outfits-table.tsx";

const tabs = [
  { id: "outfits", label: "Outfits" },
  { id: "comments", label: "Comments" },
] as const;

/** Outfits and comments of all members, newest first. */
export function ContentPage() {
  const [tab, setTab] = useState<(typeof tabs)[number]["id"]>("outfits");
  return (
    <>
      <AdminHeading title="Content Moderation" hint="Newest first" />
      <Tabs label="Kind of content" tabs={tabs} selected={tab} onSelect={setTab}>
        <div className="pt-6">{tab === "outfits" ? <OutfitsTable /> : <CommentsTable />}</div>
      </Tabs>
    </>
  );
}
