/** Whether only programs ask for a path: one of the server's that are not pages. */
export const isForPrograms = (pathname: string): boolean =>
  /^\/(api|auth\/v1|exports|media|previews|sitemaps|feeds|calendars|live)(\/|$)/.test(pathname);
