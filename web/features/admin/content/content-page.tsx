import { Tabs } from "#web/ui/tabs.tsx";
import { AdminHeading } from "#web/features/admin/parts/admin-heading.tsx";
import type { ContentFilterProps } from "./content-filter.tsx";
import { CommentsTable } from "./comments-table.tsx";
import { OutfitsTable } from "./outfits-table.tsx";

const tabs = [
  { id: "outfits", label: "Outfits" },
  { id: "comments", label: "Comments" },
] as const;

interface ContentPageProps extends ContentFilterProps {
  /** Of the address, as it is. */
  tab: string | undefined;
  onTab: (tab: string) => void;
}

/** Outfits and comments of all members, newest first. */
export function ContentPage({ tab: wantedTab, onTab, ...content }: ContentPageProps) {
  const tab = tabs.find(({ id }) => id === wantedTab)?.id ?? "outfits";
  return (
    <>
      <AdminHeading title="Content Moderation" hint="Newest first" />
      <Tabs label="Kind of content" tabs={tabs} selected={tab} onSelect={onTab}>
        <div className="pt-6">{tab === "outfits" ? <OutfitsTable {...content} /> : <CommentsTable {...content} />}</div>
      </Tabs>
    </>
  );
}
