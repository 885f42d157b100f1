import {
  ChartNoAxesColumn,
  Flag,
  Gift,
  Images,
  type LucideIcon,
  Newspaper,
  ScrollText,
  Settings,
  UsersRound,
} from "lucide-react";

interface AdminEntry {
  label: string;
  to: string;
  icon: LucideIcon;
}

/** What the sidebar and the command palette list. */
export const adminEntries: readonly AdminEntry[] = [
  { label: "Dashboard", to: "/admin", icon: ChartNoAxesColumn },
  { label: "User Management", to: "/admin/users", icon: UsersRound },
  { label: "Content Moderation", to: "/admin/content", icon: Images },
  { label: "Reports", to: "/admin/moderation", icon: Flag },
  { label: "Rewards Catalog", to: "/admin/rewards", icon: Gift },
  { label: "Articles", to: "/admin/articles", icon: Newspaper },
  { label: "Audit Log", to: "/admin/audit", icon: ScrollText },
  { label: "Settings", to: "/admin/settings", icon: Settings },
];

/** Whether an entry is the one of this address. */
export function isCurrentEntry(to: string, path: string): boolean {
  if (to === "/admin") return path === "/admin" || path === "/admin/" || path === "/admin/dashboard";
  return path === to || path.startsWith(`${to}/`);
}
