/** The part that is open, and the search in it. */
export interface ClosetSearch {
  tab?: "top" | "wishlist" | undefined;
  q?: string | undefined;
}

export const closetTabs = [
  { id: "closet", label: "My Closet" },
  { id: "top", label: "Top Rated" },
  { id: "wishlist", label: "Wishlist" },
] as const;
