import { createHash } from "node:crypto";

/** Parameters that identify where a visitor came from, not what the page shows. */
const trackingNames = new Set([
  "_ga",
  "_gl",
  "_hsenc",
  "_hsmi",
  "dclid",
  "epik",
  "fbclid",
  "gad_source",
  "gbraid",
  "gclid",
  "gclsrc",
  "igsh",
  "igshid",
  "irclickid",
  "li_fat_id",
  "mc_cid",
  "mc_eid",
  "mkt_tok",
  "msclkid",
  "rdt_cid",
  "ref",
  "ref_",
  "ref_src",
  "s_cid",
  "scid",
  "si",
  "spm",
  "srsltid",
  "ttclid",
  "twclid",
  "vero_id",
  "wbraid",
  "yclid",
]);
const trackingPrefix = /^(utm|pk|mtm|hsa|ga|oly)_/i;
const isTracking = (name: string) => trackingNames.has(name.toLowerCase()) || trackingPrefix.test(name);

const keyCharsMax = 2_000;

/**
 * One spelling for all addresses of the same product page: without regard to the host's case, the default port, a trailing
 * slash or dot, the order of the parameters, tracking parameters and the fragment. An address beyond 2000 characters
 * becomes its hash.
 *
 * @param address A valid URL.
 */
export function toLinkKey(address: string): string {
  const url = new URL(address);
  url.hash = "";
  url.username = "";
  url.password = "";
  url.hostname = url.hostname.replace(/\.$/, "");
  url.pathname = url.pathname.replace(/\/+$/, "").replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
  const kept = [...url.searchParams].filter(([name]) => !isTracking(name));
  kept.sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)));
  url.search = new URLSearchParams(kept).toString();
  // The URL class puts the slash of an empty path back; this one is only ever compared.
  const key = url.href.replace(/\/(?=\?|$)/, "");
  return key.length <= keyCharsMax ? key : `sha256:${createHash("sha256").update(key).digest("hex")}`;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
