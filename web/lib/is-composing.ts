/**
 * Whether a key belongs to an input method, which chooses letters with it. Safari ends the composition before the key that
 * confirms it: only the code of that key tells, see https://bugs.webkit.org/show_bug.cgi?id=165004.
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}
