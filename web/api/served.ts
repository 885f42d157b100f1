/**
 * Data that the server has put into the page, so that the first screen needs no request for it. Given once: afterwards
 * it would be old.
 */
export function takeServed<T>(name: string): T | undefined {
  const element = document.getElementById(`served-${name}`);
  element?.remove();
  return element?.textContent ? (JSON.parse(element.textContent) as T) : undefined;
}
