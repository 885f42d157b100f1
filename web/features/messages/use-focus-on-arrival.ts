import { type RefObject, useEffect, useRef } from "react";

/**
 * Gives a field the focus when it appears, such as after 'Message' on a profile, unless another control has it. Not on touch
 * screens, where the keyboard would cover the conversation.
 */
export function useFocusOnArrival<T extends HTMLElement>(): RefObject<T | null> {
  const field = useRef<T>(null);
  useEffect(() => {
    const isUnused = document.activeElement === document.body || document.activeElement?.id === "main";
    if (isUnused && matchMedia("(pointer: fine)").matches) field.current?.focus({ preventScroll: true });
  }, []);
  return field;
}
