import { useLayoutEffect, useRef } from "react";

/** Handles a picture pasted anywhere on the page; pasted text is left alone. */
export function usePastedPicture(onPicture: (file: File) => void): void {
  const take = useRef(onPicture);
  useLayoutEffect(() => {
    take.current = onPicture;
  });
  useLayoutEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith("image/"));
      if (!file) return;
      event.preventDefault();
      take.current(file);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, []);
}
