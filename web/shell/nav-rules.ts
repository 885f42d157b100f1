/** Where the navigation shows and what it holds, spec §2 «Bottom navigation and top bar». */
export type NavLabel = "Home" | "Explore" | "Messages" | "Add" | "Styles" | "Swipe" | "Profile";

export interface NavEntry {
  label: NavLabel;
  to: string;
  /** Hidden from visitors; asked for by one who still gets there, it says 'Please sign in to access {label}'. */
  isForMembers: boolean;
}

export const navEntries: readonly NavEntry[] = [
  { label: "Home", to: "/", isForMembers: false },
  { label: "Explore", to: "/explore", isForMembers: false },
  { label: "Messages", to: "/messages", isForMembers: true },
  { label: "Add", to: "/add-outfit", isForMembers: true },
  { label: "Styles", to: "/styles", isForMembers: false },
  { label: "Swipe", to: "/swipes", isForMembers: false },
  { label: "Profile", to: "/me", isForMembers: true },
];

export const notificationsPath: string = "/notifications";

const withoutBottomNav = ["/auth", "/outfit/", "/admin"];

export function isBottomNavShown(path: string): boolean {
  return !withoutBottomNav.some((part) => path.includes(part));
}

const withoutTopBar = /^\/(profile(\/|$)|me$|outfit\/|edit-outfit\/)/;

export function isTopBarShown(path: string): boolean {
  return !withoutTopBar.test(path);
}

export function isEntryActive(entry: NavEntry, path: string): boolean {
  if (entry.label === "Profile") return path === "/me" || path.startsWith("/profile/");
  return entry.to === "/" ? path === "/" : path === entry.to || path.startsWith(`${entry.to}/`);
}
