/** Shows a count on the icon of the installed app; 0 shows none. Not every system can. */
export function setBadge(count: number): void {
  if ("setAppBadge" in navigator) void navigator.setAppBadge(count).catch(() => undefined);
}
