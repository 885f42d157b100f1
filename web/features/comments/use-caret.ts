import { type RefObject, useSyncExternalStore } from "react";

/** The place of the caret in a field; null while a part is selected. It is read again when `content` changes. */
export function useCaret(box: RefObject<HTMLTextAreaElement | null>, content: string): number | null {
  return useSyncExternalStore(subscribeToSelection, () => {
    const area = box.current;
    if (!area) return null;
    // Before the field shows the new text, its caret belongs to the old one.
    if (area.value !== content) return content.length;
    return area.selectionStart === area.selectionEnd ? area.selectionStart : null;
  });
}

function subscribeToSelection(onChange: () => void): () => void {
  document.addEventListener("selectionchange", onChange);
  document.addEventListener("keyup", onChange);
  document.addEventListener("click", onChange);
  return () => {
    document.removeEventListener("selectionchange", onChange);
    document.removeEventListener("keyup", onChange);
    document.removeEventListener("click", onChange);
  };
}
