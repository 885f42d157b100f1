import { type RefObject, useEffect, useRef } from "react";

/**
 * For a field that who comes to the page goes on with, such as from 'Message' on a profile: it takes a focus that nothing else has.
 * On a touch screen the keyboard would cover what was said before.
 */
export function useFocusOnArrival<T extends HTMLElement>(): RefObject<T | null> {
  const field = useRef<T>(null);
  useEffect(() => {
    const isUnused = document.activeElement === document.body || document.activeElement?.id === "main";
    if (isUnused && matchMedia("(pointer: fine)").matches) field.current?.focus({ preventScroll: true });
  }, []);
  return field;
}
