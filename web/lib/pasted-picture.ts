/**
 * Takes pictures that are pasted anywhere on the page, until the returned function is called. A field for text keeps its text,
 * also the text with a picture of it that office programs copy.
 *
 * @param isWanted Whether pictures are taken now.
 */
export function listenForPastedPictures(onPicture: (file: File) => void, isWanted = () => true): () => void {
  const onPaste = (event: ClipboardEvent) => {
    const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith("image/"));
    if (!file || isForField(event) || !isWanted()) return;
    event.preventDefault();
    onPicture(file);
  };
  document.addEventListener("paste", onPaste);
  return () => document.removeEventListener("paste", onPaste);
}

function isForField({ target, clipboardData }: ClipboardEvent): boolean {
  const isField = target instanceof Element && target.closest("input, textarea, [contenteditable]") !== null;
  return isField && clipboardData?.types.includes("text/plain") === true;
}
