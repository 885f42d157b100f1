import { type ParsedLocation, redirect } from "@tanstack/react-router";
import { settledSession } from "#web/api/session.ts";

/**
 * `beforeLoad` of a screen for members, spec §4 «Route guard»: while the session is being found the router shows its
 * spinner, and a visitor goes to /auth, which brings them back here afterwards.
 */
export async function requireSession({ location }: { location: ParsedLocation }): Promise<{ userId: string }> {
  const session = await settledSession();
  if (session.status === "signed-in") return { userId: session.userId };
  redirect({ to: "/auth", search: { next: location.href }, throw: true });
  throw new Error("redirect() did not throw");
}
