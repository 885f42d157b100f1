import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { announce } from "#web/lib/announce.ts";
import { siteName } from "#web/lib/site-name.ts";

/** After a navigation the focus moves to the page's landmark and its title is announced, as on a full load. */
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

/** A page that is still loading has no landmark yet. If the focus has moved in the meantime, it is left alone. */
function enterWhenThere(): (() => void) | undefined {
  if (enterPage()) return undefined;
  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body || enterPage()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Moves the focus to the page's landmark and announces its title; false while there is no landmark. */
export function enterPage(): boolean {
  const main = document.getElementById("main");
  if (!main) return false;
  // A page may focus a field of its own, such as the first box of a code.
  if (!main.contains(document.activeElement)) main.focus({ preventScroll: true });
  announce(document.title.replace(` · ${siteName()}`, ""));
  return true;
}
