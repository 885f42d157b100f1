import { hourMs } from "#contract/durations.ts";
export const workerUrl = "/sw.js";

/**
 * Registers the service worker once the page has loaded, so that what it fetches never delays a screen. Browsers look for
 * a new release at each document; a page that stays open looks for one when it is shown again.
 */
export function startServiceWorker(): void {
  if (import.meta.env.DEV || !("serviceWorker" in navigator)) return;
  if (document.readyState === "complete") void register();
  else addEventListener("load", () => void register(), { once: true });
}

async function register(): Promise<void> {
  let checkedAt = Date.now();
  // Without storage, or in a private window, there is none; everything works without it.
  const registration = await navigator.serviceWorker.register(workerUrl).catch(() => undefined);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" || Date.now() - checkedAt < hourMs) return;
    checkedAt = Date.now();
    // Without a connection the next check finds it.
    registration?.update().catch(() => undefined);
  });
}
