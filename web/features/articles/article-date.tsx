const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** A day as a magazine prints it, the same on the server and in every browser. */
export function ArticleDate({ at }: { at: string }) {
  return <time dateTime={at}>{day.format(new Date(at))}</time>;
}
