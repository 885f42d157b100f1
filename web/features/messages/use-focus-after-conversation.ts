import { useLayoutEffect, useRef } from "react";

/** A conversation that is declined or deleted takes the focus with it, which moves to the page. */
export function useFocusAfterConversation(thread: string | undefined): void {
  const last = useRef(thread);
  useLayoutEffect(() => {
    const isGone = last.current !== undefined && thread === undefined;
    last.current = thread;
    if (isGone && document.activeElement === document.body) {
      document.getElementById("main")?.focus({ preventScroll: true });
    }
  }, [thread]);
}
