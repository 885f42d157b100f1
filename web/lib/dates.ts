/** Words of our own: versions of ICU differ in theirs, and creating one of `Intl`'s formats blocks a slow phone for long. */
export const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** "07" */
export const pad = (number: number): string => String(number).padStart(2, "0");

/** "12 Mar 2026, 19:05", by the reader's clock. */
export function exactTime(at: string): string {
  const date = new Date(at);
  const day = `${date.getDate()} ${months[date.getMonth()]?.slice(0, 3)} ${date.getFullYear()}`;
  return `${day}, ${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** "March 12, 2026", the same on the server and in every browser. */
export function longDate(at: string): string {
  const date = new Date(at);
  return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}
