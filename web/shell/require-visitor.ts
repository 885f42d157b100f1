import { redirect } from "@tanstack/react-router";
import { settledSession } from "#web/api/session.ts";

/** For `beforeLoad` of the sign-in pages: a member goes on to `next`, since there is nothing to do for them here. */
export async function requireVisitor(next = "/"): Promise<void> {
  const session = await settledSession();
  if (session.status === "signed-in") redirect({ href: next, replace: true, throw: true });
}
