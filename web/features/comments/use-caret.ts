import { type RefObject, useSyncExternalStore } from "react";

/** The place of the caret in a field; null while it has no focus or a part is selected. It is read again when `content` changes. */
export function useCaret(box: RefObject<HTMLTextAreaElement | null>, content: string): number | null {
  return useSyncExternalStore(subscribeToSelection, () => {
    const area = box.current;
    if (!area || document.activeElement !== area) return null;
    // Before the field shows the new text, its caret belongs to the old one.
    if (area.value !== content) return content.length;
    return area.selectionStart === area.selectionEnd ? area.selectionStart : null;
  });
}

const eventTypes = ["selectionchange", "keyup", "click", "focusin", "focusout"];

function subscribeToSelection(onChange: () => void): () => void {
  for (const type of eventTypes) document.addEventListener(type, onChange);
  return () => {
    for (const type of eventTypes) document.removeEventListener(type, onChange);
  };
}
