import { useEffect, useRef } from "react";

/** Takes a picture that is pasted anywhere on the page; pasted text goes where it would. */
export function usePastedPicture(onPicture: (file: File) => void): void {
  const take = useRef(onPicture);
  useEffect(() => {
    take.current = onPicture;
  });
  useEffect(() => {
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
