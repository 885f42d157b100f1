import { transact } from "#server/db/db.ts";
import { createAccount, findUser, updateUser, type UserRow } from "#server/auth/accounts/accounts.service.ts";
import { checkNewPassword, hashPassword } from "#server/auth/accounts/passwords.service.ts";
import { presentUser, type UserObject } from "#server/auth/accounts/user-objects.service.ts";
import { audit } from "#server/auth/audit/audit.service.ts";
import { issueCode } from "#server/auth/codes/codes.service.ts";
import type { CodePurpose } from "#server/db/schema.ts";
import type { AuthContext } from "#server/auth/http/auth-http.ts";
import { failAuth } from "#server/auth/http/auth-error.ts";
import { readEmail } from "#server/auth/http/auth-inputs.ts";
import { mailCode, buildLink } from "#server/auth/mails/auth-mails.service.ts";
import { spendMail } from "#server/auth/limits/sends.service.ts";

const emailTaken = () => failAuth(422, "email_exists", "A user with this email address has already been registered");

/**
 * Creates an account for an invited person and mails them the link.
 *
 * @throws validation_failed, email_exists, over_email_send_rate_limit
 */
export async function inviteUser(
  context: AuthContext,
  given: { email: string; data: Record<string, unknown>; redirectTo: string },
): Promise<UserObject> {
  const email = readEmail(given.email);
  await spendMail(context, "invite", email);
  const known = await findUser(context.db, { email });
  if (known?.email_confirmed_at) return emailTaken();
  const user = known ?? (await makeInvited(context, email, given.data)) ?? emailTaken();
  const issued = await issueCode(context, context.db, {
    purpose: "confirmation",
    recipient: email,
    userId: user.id,
    userData: given.data,
    isByService: true,
  });
  const now = context.clock.now();
  await updateUser(context.db, user.id, { invited_at: user.invited_at ?? now, confirmation_sent_at: now }, now);
  mailCode(context, email, { purpose: "confirmation", isInvitation: true, redirectTo: given.redirectTo, ...issued });
  return presentUser(context.db, (await findUser(context.db, { id: user.id })) ?? user);
}

async function makeInvited(
  context: AuthContext,
  email: string,
  data: Record<string, unknown>,
): Promise<UserRow | null> {
  return transact(context.db, async (tx) => {
    const now = context.clock.now();
    const user = await createAccount(tx, { email, userMetadata: data, isInvited: true, now });
    if (user) await audit(context, "account_created", user.id, { actor: "service", tx });
    return user;
  });
}

export interface LinkRequest {
  type: string;
  email: string;
  new_email?: string | undefined;
  password?: string | undefined;
  data: Record<string, unknown>;
}

type LinkPurpose = Exclude<CodePurpose, "sms" | "phone_change" | "reauthentication">;
const purposeOf = new Map<string, LinkPurpose>(
  Object.entries({
    signup: "confirmation",
    invite: "confirmation",
    magiclink: "magiclink",
    recovery: "recovery",
    email_change_current: "email_change_current",
    email_change_new: "email_change_new",
  } as const),
);

/**
 * Creates a link for a service that sends it itself.
 *
 * @throws validation_failed, user_not_found, email_exists, weak_password
 */
export async function generateLink(
  context: AuthContext,
  given: LinkRequest,
  redirectTo: string,
): Promise<UserObject & Record<string, unknown>> {
  const email = readEmail(given.email);
  const purpose =
    purposeOf.get(given.type) ?? failAuth(400, "validation_failed", "Invalid email action link type requested");
  const { user, passwordHash } = await findLinked(context, given, email);
  const recipient = purpose === "email_change_new" ? readEmail(given.new_email ?? "") : email;
  await markSent(context, user, given);
  const { code, linkToken } = await issueCode(context, context.db, {
    purpose,
    recipient,
    userId: user.id,
    userData: given.data,
    passwordHash,
    isByService: true,
  });
  const isInvitation = given.type === "invite";
  const { url, type } = buildLink(context, { purpose, linkToken, redirectTo, isInvitation });
  const shown = await presentUser(context.db, (await findUser(context.db, { id: user.id })) ?? user);
  return {
    ...shown,
    action_link: url,
    email_otp: code,
    hashed_token: linkToken,
    redirect_to: redirectTo,
    verification_type: purpose.startsWith("email_change") ? given.type : type,
  };
}

interface Linked {
  user: UserRow;
  /** Stored with the link and set when it is used. */
  passwordHash: string | null;
}

async function findLinked(context: AuthContext, given: LinkRequest, email: string): Promise<Linked> {
  const known = await findUser(context.db, { email });
  if (given.type !== "signup" && given.type !== "invite") {
    return {
      user: known ?? failAuth(404, "user_not_found", "User with this email not found"),
      passwordHash: null,
    };
  }
  if (known?.email_confirmed_at) return emailTaken();
  if (given.type === "invite") {
    return { user: known ?? (await makeInvited(context, email, given.data)) ?? emailTaken(), passwordHash: null };
  }
  return makeSignedUp(context, given, { email, known });
}

async function makeSignedUp(
  context: AuthContext,
  given: LinkRequest,
  { email, known }: { email: string; known: UserRow | undefined },
): Promise<Linked> {
  const password = given.password ?? failAuth(400, "validation_failed", "Signup requires a valid password");
  await checkNewPassword(context, password, { email });
  const passwordHash = await hashPassword(context, password);
  const now = context.clock.now();
  const made = known
    ? null
    : await transact(context.db, (tx) => createAccount(tx, { email, userMetadata: given.data, now }));
  return { user: known ?? made ?? emailTaken(), passwordHash };
}

function sentAt({ type }: LinkRequest, user: UserRow, now: Date) {
  if (type === "invite") return { invited_at: user.invited_at ?? now, confirmation_sent_at: now };
  return type === "signup" ? { confirmation_sent_at: now } : { recovery_sent_at: now };
}

async function markSent(context: AuthContext, user: UserRow, given: LinkRequest): Promise<void> {
  const now = context.clock.now();
  if (given.type.startsWith("email_change")) {
    const newEmail = readEmail(given.new_email ?? "");
    if (await findUser(context.db, { email: newEmail })) emailTaken();
    await updateUser(context.db, user.id, { new_email: newEmail, email_change_sent_at: now }, now);
    return;
  }
  await updateUser(context.db, user.id, sentAt(given, user, now), now);
}
