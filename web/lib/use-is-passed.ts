import { useEffect, useState } from "react";

/** Whether the reader has scrolled past the element: it is above the viewport. */
export function useIsPassed(element: Element | null): boolean {
  const [isPassed, setIsPassed] = useState(false);
  useEffect(() => {
    if (!element) return undefined;
    const observer = new IntersectionObserver((entries) => {
      // On a busy device a call brings several changes, the latest one last.
      const entry = entries.at(-1);
      if (entry) setIsPassed(!entry.isIntersecting && entry.boundingClientRect.bottom <= 0);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return isPassed;
}
