/** Without it, spreadsheets take the letters of UTF-8 for those of another encoding. Reading a reply as text drops it. */
const byteOrderMark = "\uFEFF";

/** Saves CSV as a file, by the browser. */
export function saveCsv(name: string, csv: string): void {
  const url = URL.createObjectURL(new Blob([byteOrderMark, csv], { type: "text/csv;charset=utf-8" }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
