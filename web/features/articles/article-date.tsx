import { longDate } from "#web/lib/dates.ts";

/** A day as a magazine prints it. */
export function ArticleDate({ at }: { at: string }) {
  return <time dateTime={at}>{longDate(at)}</time>;
}
