import { isIPv4, isIPv6 } from "node:net";

declare const isClientKey: unique symbol;
/** Whom a limit without a member counts: one IPv4 address, or one IPv6 network. Made by `toClientKey` alone. */
export type ClientKey = string & { readonly [isClientKey]: true };

/** Groups of 16 bits that one customer is given: a /64 holds more addresses than any limit could count. */
const customerGroups = 4;
/** What a site or a tunnel is given: a /48 of 65,536 customer networks. */
const siteGroups = 3;

/**
 * The key of a caller's address for limits: an IPv4 address as it is, also where IPv6 carries it (mapped, NAT64, 6to4), and
 * the /64 network of an IPv6 address. Everything else, such as a socket without an address, shares one key.
 */
export function toClientKey(address: string | undefined): ClientKey {
  return toKey(address, customerGroups);
}

/** As `toClientKey`, but for an IPv6 address the wider /48 network, which one attacker can hold whole. */
export function toSiteKey(address: string | undefined): ClientKey {
  return toKey(address, siteGroups);
}

function toKey(address: string | undefined, groupsKept: number): ClientKey {
  // A socket that the client has closed already has no address.
  const [bare = ""] = (address ?? "").split("%");
  if (isIPv4(bare)) return bare as ClientKey;
  if (!isIPv6(bare)) return "unknown" as ClientKey;
  const groups = expand(bare);
  const carried = carriedIPv4(groups);
  if (carried !== null) return carried as ClientKey;
  const kept = groups.slice(0, groupsKept).map((group) => group.toString(16));
  return `${kept.join(":")}::/${groupsKept * 16}` as ClientKey;
}

/** The eight groups of an IPv6 address, however it is written. */
function expand(address: string): number[] {
  // The URL parser writes it in one way: lower case, no dotted part, the longest run of zeros left out.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = "", tail] = canonical.split("::");
  const read = (part: string) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16)));
  const [front, back] = [read(head), tail === undefined ? [] : read(tail)];
  return [...front, ...Array.from({ length: 8 - front.length - back.length }, () => 0), ...back];
}

const mappedPrefix = [0, 0, 0, 0, 0, 0xffff];
const nat64Prefix = [0x64, 0xff9b, 0, 0, 0, 0];
const sixToFour = 0x2002;

function carriedIPv4(groups: number[]): string | null {
  const begins = (prefix: number[]) => prefix.every((group, index) => groups[index] === group);
  const read = (at: number) => {
    const [high = 0, low = 0] = groups.slice(at, at + 2);
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  };
  if (begins(mappedPrefix) || begins(nat64Prefix)) return read(6);
  return groups[0] === sixToFour ? read(1) : null;
}
