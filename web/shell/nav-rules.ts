/** Where the navigation is shown, and its entries, docs/product.md#navigation. */
export type NavLabel = "Home" | "Explore" | "Messages" | "Add" | "Styles" | "Swipe" | "Profile";

export interface NavEntry {
  label: NavLabel;
  to: string;
  /** Hidden from visitors; if one still presses it, it says 'Please sign in to access {label}'. */
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

/** Screens, not members, tags and brands whose names begin like them. */
const withoutBottomNav = /^\/(auth(-|\/|$)|outfit\/|(admin|onboarding|splash)(\/|$))/;

export function isBottomNavShown(path: string): boolean {
  return !withoutBottomNav.test(path);
}

const withoutTopBar = /^\/((profile|admin|onboarding|splash)(\/|$)|me$|outfit\/|edit-outfit\/)/;

export function isTopBarShown(path: string): boolean {
  return !withoutTopBar.test(path);
}

const toastsOnTop = /^\/(swipes|messages|onboarding)$/;

/** The deck's buttons, the message composer and the steps' buttons are at the bottom, where other screens have their toasts. */
export function areToastsOnTop(path: string): boolean {
  return toastsOnTop.test(path);
}

export function isEntryActive(entry: NavEntry, path: string): boolean {
  if (entry.label === "Profile") return path === "/me" || path.startsWith("/profile/");
  return entry.to === "/" ? path === "/" : path === entry.to || path.startsWith(`${entry.to}/`);
}
