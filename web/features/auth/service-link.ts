import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { serviceTokenPrefix } from "#contract/service-links.ts";
import { authCall } from "#web/api/auth-call.ts";
import { getSession, type Session } from "#web/api/session.ts";

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

/** The token of the invitation whose link led here; it stays after it has left the address, which a reload opens again. */
export function useInvitation(): string | undefined {
  const opened = useLocation({ select: ({ hash }) => readInvitation(hash) });
  const [token, setToken] = useState(opened);
  if (opened !== undefined && opened !== token) setToken(opened);
  return opened ?? token;
}

/** Whether there is somebody here whose place a link must not take, docs/security.md#s-164. */
export const isMember = ({ status }: Session): boolean => status === "signed-in" || status === "code-needed";

/** Opens the session of a link; false if a member is here by now, who has signed in in another tab for instance. */
export async function redeemLink(type: ServiceLink["type"] | "invite", token: string): Promise<boolean> {
  const opened = await authCall(async (auth) =>
    isMember(getSession()) ? { data: null, error: null } : auth.verifyOtp({ type, token_hash: token }),
  );
  return opened !== null;
}

function readInvitation(hash: string): string | undefined {
  const given = new URLSearchParams(hash);
  return given.get("type") === "invite" ? (given.get("token_hash") ?? undefined) : undefined;
}
