import type { PointsEntry } from "#contract/points.ts";

const headings = ["Date", "Time", "Kind", "Title", "Points", "Cost", "Status"];
/** Spreadsheets read UTF-8 only behind this mark. */
const byteOrderMark = "\uFEFF";

/**
 * Points activity as CSV lines (RFC 4180), dates and times as the member's clocks show them. Titles are written by members,
 * so one that a spreadsheet would read as a formula is prefixed with an apostrophe.
 */
export function toCsv(entries: PointsEntry[], timeZone: string, { hasHeading }: { hasHeading: boolean }): string {
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  const lines = entries.map((entry) => {
    const [date = "", time = ""] = clock.format(new Date(entry.createdAt)).split(" ");
    const { cost = "", status = "" } = entry.redemption ?? {};
    return [date, time, entry.kind, toText(entry.title ?? ""), entry.points, cost, status].map(quote).join(",");
  });
  const start = hasHeading ? byteOrderMark + headings.join(",") + "\r\n" : "";
  return start + lines.map((line) => `${line}\r\n`).join("");
}

const toText = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const quote = (value: string | number) =>
  /[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
