import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Done } from "#contract/page.ts";
import type { World } from "#server/http/call.ts";
import { fail } from "#server/lib/app-error.ts";
import { stopDigests } from "./digests.store.ts";

/** Mails that can be stopped by a link in them; each kind has links of its own. */
const MailKind = z.enum(["digest"]);
type MailKind = z.infer<typeof MailKind>;

/**
 * The address that stops mails of one kind to a member without signing in, as each such mail carries it: RFC 8058. It names
 * both and is signed; it works for nothing else, for good, and twice is once.
 */
export function unsubscribeUrl(world: Pick<World, "config" | "secrets">, userId: string, kind: MailKind): string {
  const token = [kind, userId, sign(world, userId, kind)].join(".");
  // In the query, which no log line holds.
  return `${world.config.publicUrl}/api/unsubscribe?token=${token}`;
}

const sign = ({ secrets }: Pick<World, "secrets">, userId: string, kind: MailKind): string =>
  secrets.digest(`unsubscribe ${kind} ${userId}`).toString("base64url");

const TokenParts = z.tuple([MailKind, z.uuid(), z.string()]);

/** Whose mails of which kind the token stops; null where it is none of ours. */
export function readUnsubscribeToken(
  world: Pick<World, "secrets">,
  token: string,
): { userId: string; kind: MailKind } | null {
  const { data } = TokenParts.safeParse(token.split("."));
  if (!data) return null;
  const [kind, userId, signature] = data;
  const given = Buffer.from(signature);
  const wanted = Buffer.from(sign(world, userId, kind));
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? { userId, kind } : null;
}

/**
 * Switches the mails off that the token names; the member's settings then show it. Nothing happens for a member who is gone.
 *
 * @throws route.not_found where the token is none of ours
 */
export async function stopMails(world: Pick<World, "db" | "secrets">, token: string): Promise<Done> {
  const { userId, kind } = readUnsubscribeToken(world, token) ?? fail("route.not_found");
  switch (kind) {
    case "digest":
      await stopDigests(world.db, userId);
  }
  return { ok: true };
}
