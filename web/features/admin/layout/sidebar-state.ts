import { useLayoutEffect, useState } from "react";
import { limits } from "#contract/limits.ts";

const cookieName = "sidebar_state";

function readCookie(): boolean {
  return !document.cookie.split("; ").includes(`${cookieName}=collapsed`);
}

function writeCookie(isOpen: boolean): void {
  const seconds = limits.sidebarCookieDays * 86_400;
  document.cookie = `${cookieName}=${isOpen ? "expanded" : "collapsed"}; path=/admin; max-age=${seconds}; samesite=lax`;
}

/** Whether ctrl (or cmd on a Mac) is held with this key, and nothing else. */
export function isShortcut(event: KeyboardEvent, key: string): boolean {
  return (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === key;
}

/** The sidebar of wide screens: open or collapsed, remembered for seven days, toggled by ctrl/cmd+b. */
export function useSidebarState(): { isOpen: boolean; toggle: () => void } {
  const [isOpen, setIsOpen] = useState(readCookie);
  const toggle = () =>
    setIsOpen((before) => {
      writeCookie(!before);
      return !before;
    });
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event, "b")) return;
      event.preventDefault();
      toggle();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return { isOpen, toggle };
}
