import { useState } from "react";
import { limits } from "#contract/limits.ts";
import { useShortcut } from "./use-shortcut.ts";

const cookieName = "sidebar_state";

function readCookie(): boolean {
  return !document.cookie.split("; ").includes(`${cookieName}=collapsed`);
}

function writeCookie(isOpen: boolean): void {
  const seconds = limits.sidebarCookieDays * 86_400;
  document.cookie = `${cookieName}=${isOpen ? "expanded" : "collapsed"}; path=/admin; max-age=${seconds}; samesite=lax`;
}

/** The sidebar of wide screens: open or collapsed, remembered for seven days, toggled by ctrl/cmd+b. */
export function useSidebarState(): { isOpen: boolean; toggle: () => void } {
  const [isOpen, setIsOpen] = useState(readCookie);
  const toggle = () => {
    writeCookie(!isOpen);
    setIsOpen(!isOpen);
  };
  useShortcut("b", toggle);
  return { isOpen, toggle };
}
