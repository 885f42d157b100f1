/**
 * Makes elements that are moved keep the focus in browsers without `moveBefore`, such as Safari: Preact moves by it where
 * it exists, and an element that is inserted again loses the focus.
 */
export function keepMovedFocus(): void {
  if ("moveBefore" in Element.prototype) return;
  Object.defineProperty(Element.prototype, "moveBefore", { value: moveBefore });
}

function moveBefore(this: Element, node: Node, next: Node | null): void {
  const focused = document.activeElement;
  this.insertBefore(node, next);
  if (!(focused instanceof HTMLElement) || focused === document.activeElement || !node.contains(focused)) return;
  focused.focus({ preventScroll: true });
}
