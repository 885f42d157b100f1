/**
 * Begins the token of a link that a service made. The site's pages take no other token from an address: anybody gets one by
 * asking for a mail, and could lead others into an account of theirs with it.
 *
 * @see docs/auth.md#links-and-redirects
 */
export const serviceTokenPrefix = "service_";
