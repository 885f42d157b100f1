interface DropTarget {
  /** Whether files are taken now. */
  isWanted: () => boolean;
  /** A file is over the page, or no longer. */
  onOver: (isOver: boolean) => void;
  onFile: (file: File) => void;
}

/**
 * Takes files that are dropped anywhere on the page, until the returned function is called. A picture that is dragged from the
 * page itself is a file, too, and is left alone.
 */
export function listenForDroppedFiles({ isWanted, onOver, onFile }: DropTarget): () => void {
  const listening = new AbortController();
  let isOwn = false;
  const isFile = ({ dataTransfer }: DragEvent) =>
    dataTransfer?.types.includes("Files") === true && !isOwn && isWanted();
  const on = (type: "dragstart" | "dragend" | "dragover" | "dragleave" | "drop", handle: (event: DragEvent) => void) =>
    document.addEventListener(type, handle, { signal: listening.signal });
  on("dragstart", () => (isOwn = true));
  on("dragend", () => (isOwn = false));
  on("dragover", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    onOver(true);
  });
  on("dragleave", ({ relatedTarget }) => relatedTarget === null && onOver(false));
  on("drop", (event) => {
    onOver(false);
    const file = isFile(event) && event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    onFile(file);
  });
  return () => listening.abort();
}
