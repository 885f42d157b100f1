import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { styleQueries } from "#web/data/styles.ts";
import { AddToBoardDialog } from "#web/features/boards/add-to-board.tsx";
import { BoardShelf } from "#web/features/boards/board-shelf.tsx";
import { ClosetGrid } from "#web/features/closet/closet-grid.tsx";
import { StyleChips } from "#web/features/closet/style-chips.tsx";
import { useIsClosetEmpty } from "#web/features/closet/use-is-closet-empty.ts";
import { Wishlist } from "#web/features/closet/wishlist.tsx";
import { SearchField } from "#web/ui/search-field.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { type ClosetSearch, closetTabs } from "./closet-tabs.ts";

interface ClosetPartsProps extends ClosetSearch {
  onChange: (change: ClosetSearch) => void;
}

/** The tabs of the closet with one search for all of them. */
export function ClosetParts({ tab: openTab, q: search, onChange }: ClosetPartsProps) {
  const tab = openTab ?? "closet";
  const { data: styles } = useSuspenseQuery(styleQueries.list());
  const [styleName, setStyleName] = useState<string>("All");
  const hasBoards = tab === "closet" && search === undefined;
  // A newcomer sees first what to do; there is nothing to filter yet.
  const isEmpty = useIsClosetEmpty(hasBoards) && hasBoards;
  const style = styles.find(({ name }) => name === styleName) ?? null;
  return (
    <Tabs
      label="Parts of the closet"
      tabs={closetTabs}
      selected={tab}
      onSelect={(id) => onChange({ tab: id === "closet" ? undefined : id })}
    >
      <div className="flex pt-4 md:max-w-xl">
        <SearchField
          value={search ?? ""}
          onSearch={(text) => onChange({ q: text === "" ? undefined : text })}
          label="Search your closet"
          placeholder="Search your closet"
        />
      </div>
      {hasBoards && !isEmpty && <BoardShelf />}
      {tab === "wishlist" ? (
        <Wishlist search={search} />
      ) : (
        <>
          {!isEmpty && <StyleChips selected={styleName} onSelect={setStyleName} />}
          <ClosetGrid
            style={style}
            search={search}
            order={tab === "top" ? "likes" : "latest"}
            addToBoard={(save, onClose) => <AddToBoardDialog save={save} onClose={onClose} />}
          />
          {isEmpty && <BoardShelf />}
        </>
      )}
    </Tabs>
  );
}
