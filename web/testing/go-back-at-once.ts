import type { RegisteredRouter } from "@tanstack/react-router";

/** Presses Back as soon as the address changes next: the page of that address has not come then. */
export function goBackAtOnce(router: RegisteredRouter): void {
  const stop = router.subscribe("onBeforeLoad", () => {
    stop();
    router.history.back();
  });
}
