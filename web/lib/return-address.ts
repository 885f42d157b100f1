/** Only an address of this site may follow a sign-in, and never the sign-in pages themselves. */
export function safeReturnAddress(text: unknown): string | undefined {
  if (typeof text !== "string" || !/^\/(?![/\\])/.test(text) || text.startsWith("/auth")) return undefined;
  const url = new URL(text, location.origin);
  return url.origin === location.origin ? `${url.pathname}${url.search}${url.hash}` : undefined;
}
