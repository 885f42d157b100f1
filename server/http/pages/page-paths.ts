import { isForPrograms } from "#contract/program-paths.ts";
import { findInvalidText } from "#server/http/invalid-text.ts";

/** Whether a path may be a screen's: not one of the server's other paths, not a file's, and readable. */
export const isPagePath = (pathname: string): boolean =>
  !isForPrograms(pathname) && !isFile(pathname) && isReadable(pathname);

/** A dot in the last part means a file, but usernames, tags and brands may have dots. */
const isFile = (pathname: string): boolean =>
  /\.[a-z0-9]+$/i.test(pathname) && !/^\/(profile|tag|brand)\//.test(pathname);

/** Whether a path decodes to valid text: no broken escape, no character that PostgreSQL refuses. */
function isReadable(pathname: string): boolean {
  try {
    return findInvalidText([decodeURIComponent(pathname)]) === undefined;
  } catch {
    return false;
  }
}
