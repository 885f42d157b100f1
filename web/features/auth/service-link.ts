import { serviceTokenPrefix } from "#contract/service-links.ts";

/** A link that a service made and that leads here, docs/auth.md#links-and-redirects. */
export interface ServiceLink {
  type: "recovery" | "magiclink" | "signup";
  token: string;
}

const types: readonly string[] = ["recovery", "magiclink", "signup"];

/** The link in an address; none where its token is not of a service. */
export function readServiceLink(hash: string): ServiceLink | undefined {
  const given = new URLSearchParams(hash);
  const [type, token] = [given.get("type") ?? "", given.get("token_hash") ?? ""];
  if (!types.includes(type) || !token.startsWith(serviceTokenPrefix)) return undefined;
  return { type: type as ServiceLink["type"], token };
}
