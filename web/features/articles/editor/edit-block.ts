import { createContext } from "react";

/** A block of one piece that is to be changed, or made where it has no position yet. */
export interface EditedBlock {
  type: string;
  attrs: Record<string, unknown>;
  position: number | null;
}

/** Opens the dialog of a block; blocks are rendered outside the dialogs' component. */
export const EditBlock = createContext<(block: EditedBlock) => void>(() => undefined);
