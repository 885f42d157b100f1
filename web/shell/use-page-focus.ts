import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { announce } from "#web/ui/announce.tsx";

/** After moving to another page the focus goes to its landmark and its title is read out, as a full load would do. */
export function usePageFocus(): void {
  const router = useRouter();
  useEffect(() => {
    let stopWaiting: (() => void) | undefined;
    const unsubscribe = router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
      if (fromLocation === undefined || !pathChanged) return;
      stopWaiting?.();
      stopWaiting = enterWhenThere();
    });
    return () => {
      unsubscribe();
      stopWaiting?.();
    };
  }, [router]);
}

/** A page whose session or code is still on its way has no landmark yet. Who moves on meanwhile is left where they are. */
function enterWhenThere(): (() => void) | undefined {
  if (enterPage()) return undefined;
  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body || enterPage()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Takes the focus to the page's landmark and reads its title out; false while there is no landmark. */
export function enterPage(): boolean {
  const main = document.getElementById("main");
  if (!main) return false;
  // A page may begin in a field of its own, such as the first box of a code.
  if (!main.contains(document.activeElement)) main.focus({ preventScroll: true });
  announce(document.title.replace(" · Fash", ""));
  return true;
}
