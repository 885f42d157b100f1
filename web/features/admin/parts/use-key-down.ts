import { useEffectEvent, useLayoutEffect } from "react";

/** Handles the key presses of the whole page. */
export function useKeyDown(onKeyDown: (event: KeyboardEvent) => void): void {
  const handle = useEffectEvent(onKeyDown);
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
