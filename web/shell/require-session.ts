import { type ParsedLocation, redirect } from "@tanstack/react-router";
import { settledSession } from "#web/api/session.ts";
import { safeReturnAddress } from "#web/lib/return-address.ts";

/**
 * `beforeLoad` of members' screens: the router shows its spinner while the session loads; a visitor goes to /auth and
 * returns afterwards, docs/product.md#sessions.
 */
export async function requireSession({ location }: { location: ParsedLocation }): Promise<{ userId: string }> {
  const session = await settledSession();
  if (session.status === "signed-in") return { userId: session.userId };
  redirect({ to: "/auth", search: { next: safeReturnAddress(location.href) }, throw: true });
  throw new Error("redirect() did not throw");
}
