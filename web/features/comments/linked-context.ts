import { createContext } from "react";

/** The comment that the address names, once it is in its list, and the comment whose replies it belongs to or has. */
export interface Linked {
  id: string;
  threadId: string;
}

export const LinkedContext = createContext<Linked | undefined>(undefined);
