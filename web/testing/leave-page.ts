/** What the browser says when its member leaves the page or closes the tab. */
export function leavePage(): void {
  dispatchEvent(new Event("pagehide"));
}
