import { createContext } from "react";
import type { ItemFields } from "./outfit-form.ts";

/** What item cards show of a detection. */
export interface ItemHelp {
  /** Whether the card is a suggestion that was neither edited nor accepted. */
  isSuggested: (item: ItemFields) => boolean;
  /** Outlines on the photo where the garment was seen, or nothing. */
  outline: (item: ItemFields | null) => void;
  /** Before a card is removed or cleared: a suggestion's can be restored where it is listed. */
  keepDismissed: (index: number) => void;
  /** The member's earlier brands. */
  brands: readonly string[];
}

export const ItemHelpContext = createContext<ItemHelp>({
  isSuggested: () => false,
  outline: () => undefined,
  keepDismissed: () => undefined,
  brands: [],
});
