import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Done } from "#contract/page.ts";
import type { AppContext } from "#server/http/context.ts";
import { fail } from "#server/lib/app-error.ts";
import { stopDigests } from "./digests.store.ts";

/** Kinds of mail with an unsubscribe link; a link stops one kind. */
const MailKind = z.enum(["digest"]);
type MailKind = z.infer<typeof MailKind>;

/**
 * The unsubscribe URL for mails of one kind to a member, which works without signing in (RFC 8058). It contains both,
 * is signed, works for nothing else, does not expire and is idempotent.
 */
export function unsubscribeUrl(app: Pick<AppContext, "config" | "secrets">, userId: string, kind: MailKind): string {
  const token = [kind, userId, sign(app, userId, kind)].join(".");
  // In the query, which is not logged.
  return `${app.config.publicUrl}/api/unsubscribe?token=${token}`;
}

const sign = ({ secrets }: Pick<AppContext, "secrets">, userId: string, kind: MailKind): string =>
  secrets.digest(`unsubscribe ${kind} ${userId}`).toString("base64url");

const TokenParts = z.tuple([MailKind, z.uuid(), z.string()]);

/** The member and kind of mail that the token stops; null if it is invalid. */
export function readUnsubscribeToken(
  app: Pick<AppContext, "secrets">,
  token: string,
): { userId: string; kind: MailKind } | null {
  const { data } = TokenParts.safeParse(token.split("."));
  if (!data) return null;
  const [kind, userId, signature] = data;
  const given = Buffer.from(signature);
  const wanted = Buffer.from(sign(app, userId, kind));
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? { userId, kind } : null;
}

/**
 * Turns off the mails that the token identifies, as the member's settings then show. Does nothing for a deleted member.
 *
 * @throws route.not_found if the token is invalid
 */
export async function stopMails(app: Pick<AppContext, "db" | "secrets">, token: string): Promise<Done> {
  const { userId, kind } = readUnsubscribeToken(app, token) ?? fail("route.not_found");
  switch (kind) {
    case "digest":
      await stopDigests(app.db, userId);
  }
  return { ok: true };
}
