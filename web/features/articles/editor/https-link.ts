/** The URL if an article may contain it, or undefined: https, without user name and password. */
export function toHttpsLink(typed: string): string | undefined {
  const text = typed.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  try {
    const url = new URL(withScheme);
    const isPlain = url.protocol === "https:" && url.username === "" && url.password === "";
    return isPlain && url.hostname.includes(".") ? url.href : undefined;
  } catch {
    return undefined;
  }
}
