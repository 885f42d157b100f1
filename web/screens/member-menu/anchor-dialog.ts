const gap = 8;
const width = 352;

/**
 * Puts an open dialog below its button, or above it where there is more room, over a clear page; on phones it stays where it
 * is. Returns what takes that back.
 */
export function anchorDialog(
  dialog: HTMLDialogElement,
  button: HTMLElement | null | undefined,
): (() => void) | undefined {
  if (!button || innerWidth < 768) return undefined;
  const { left, top, bottom } = button.getBoundingClientRect();
  const boxShadow = "0 8px 40px -12px rgb(22 20 18 / 0.25)";
  Object.assign(dialog.style, { margin: "0", maxWidth: `${width}px`, boxShadow });
  const { offsetHeight: height } = dialog;
  const isBelow = bottom + gap + height <= innerHeight - gap;
  dialog.style.top = `${isBelow ? bottom + gap : Math.max(gap, top - gap - height)}px`;
  dialog.style.left = `${Math.min(left, innerWidth - width - 2 * gap)}px`;
  dialog.dataset["anchored"] = "";
  return () => {
    dialog.removeAttribute("style");
    delete dialog.dataset["anchored"];
  };
}
