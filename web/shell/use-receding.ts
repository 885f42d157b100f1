import { type RefObject, useEffect } from "react";

/** Scrolling by less changes nothing: a hand on a touchpad is never quite still. */
const thresholdPx = 12;
/** This close to either end of the page, the element is shown. */
const endPx = 96;

/** Sets `data-receded` on an element while the reader scrolls down the page, and removes it when they scroll up. */
export function useReceding(element: RefObject<HTMLElement | null>, path: string): void {
  useEffect(() => {
    let last = scrollY;
    element.current?.removeAttribute("data-receded");
    const onScroll = () => {
      const isAtEnd = scrollY < endPx || innerHeight + scrollY > document.documentElement.scrollHeight - endPx;
      if (!isAtEnd && Math.abs(scrollY - last) < thresholdPx) return;
      element.current?.toggleAttribute("data-receded", !isAtEnd && scrollY > last);
      last = scrollY;
    };
    addEventListener("scroll", onScroll, { passive: true });
    return () => removeEventListener("scroll", onScroll);
  }, [element, path]);
}
