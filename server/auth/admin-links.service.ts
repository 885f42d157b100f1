import { createAccount, findUser, updateUser, type UserRow } from "#server/accounts/accounts.service.ts";
import { checkNewPassword, hashPassword } from "#server/accounts/passwords.service.ts";
import { presentUser, type UserObject } from "#server/accounts/user-objects.service.ts";
import { audit } from "#server/audit/audit.service.ts";
import { issueCode } from "#server/codes/codes.service.ts";
import type { CodePurpose } from "#server/db/schema.ts";
import type { AuthCall } from "#server/http/serve-auth.ts";
import { refuse } from "#server/lib/auth-error.ts";
import { readEmail } from "./auth-inputs.service.ts";
import { mailCode, writeLink } from "./letters.service.ts";
import { spendMail } from "./limits.service.ts";

const emailTaken = () => refuse(422, "email_exists", "A user with this email address has already been registered");

/**
 * Makes an account that waits for its owner, and mails them the way in.
 *
 * @throws validation_failed, email_exists, over_email_send_rate_limit
 */
export async function inviteUser(
  call: AuthCall,
  given: { email: string; data: Record<string, unknown>; redirectTo: string },
): Promise<UserObject> {
  const email = readEmail(given.email);
  await spendMail(call, "invite", email);
  const known = await findUser(call.db, { email });
  if (known?.email_confirmed_at) return emailTaken();
  const user = known ?? (await makeInvited(call, email, given.data)) ?? emailTaken();
  const issued = await issueCode(call, call.db, { purpose: "confirmation", recipient: email, userId: user.id });
  const now = call.clock.now();
  await updateUser(call.db, user.id, { invited_at: user.invited_at ?? now, confirmation_sent_at: now }, now);
  mailCode(call, email, { purpose: "confirmation", isInvitation: true, redirectTo: given.redirectTo, ...issued });
  return presentUser(call.db, (await findUser(call.db, { id: user.id })) ?? user);
}

async function makeInvited(call: AuthCall, email: string, data: Record<string, unknown>): Promise<UserRow | null> {
  return call.db.transaction().execute(async (tx) => {
    const now = call.clock.now();
    const user = await createAccount(tx, { email, userMetadata: data, isInvited: true, now });
    if (user) await audit(call, "account_created", user.id, { actor: "service", tx });
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
 * A link as it would be mailed, for a service that sends it by itself.
 *
 * @throws validation_failed, user_not_found, email_exists, weak_password
 */
export async function generateLink(
  call: AuthCall,
  given: LinkRequest,
  redirectTo: string,
): Promise<UserObject & Record<string, unknown>> {
  const email = readEmail(given.email);
  const purpose =
    purposeOf.get(given.type) ?? refuse(400, "validation_failed", "Invalid email action link type requested");
  const user = await findLinked(call, given, email);
  const recipient = purpose === "email_change_new" ? readEmail(given.new_email ?? "") : email;
  await markSent(call, user, given);
  const { code, linkToken } = await issueCode(call, call.db, { purpose, recipient, userId: user.id });
  const isInvitation = given.type === "invite";
  const { url, type } = writeLink(call, { purpose, linkToken, redirectTo, isInvitation });
  const shown = await presentUser(call.db, (await findUser(call.db, { id: user.id })) ?? user);
  return {
    ...shown,
    action_link: url,
    email_otp: code,
    hashed_token: linkToken,
    redirect_to: redirectTo,
    verification_type: purpose.startsWith("email_change") ? given.type : type,
  };
}

async function findLinked(call: AuthCall, given: LinkRequest, email: string): Promise<UserRow> {
  const known = await findUser(call.db, { email });
  if (given.type !== "signup" && given.type !== "invite") {
    return known ?? refuse(404, "user_not_found", "User with this email not found");
  }
  if (known?.email_confirmed_at) return emailTaken();
  if (given.type === "invite") return known ?? (await makeInvited(call, email, given.data)) ?? emailTaken();
  return makeSignedUp(call, given, { email, known });
}

async function makeSignedUp(
  call: AuthCall,
  given: LinkRequest,
  { email, known }: { email: string; known: UserRow | undefined },
): Promise<UserRow> {
  const password = given.password ?? refuse(400, "validation_failed", "Signup requires a valid password");
  await checkNewPassword(call, password, { email });
  if (known) return known;
  const passwordHash = await hashPassword(call, password);
  const now = call.clock.now();
  const made = await call.db
    .transaction()
    .execute((tx) => createAccount(tx, { email, passwordHash, userMetadata: given.data, now }));
  return made ?? emailTaken();
}

async function markSent(call: AuthCall, user: UserRow, given: LinkRequest): Promise<void> {
  const now = call.clock.now();
  if (given.type.startsWith("email_change")) {
    const newEmail = readEmail(given.new_email ?? "");
    if (await findUser(call.db, { email: newEmail })) emailTaken();
    await updateUser(call.db, user.id, { new_email: newEmail, email_change_sent_at: now }, now);
    return;
  }
  const isConfirmation = given.type === "signup" || given.type === "invite";
  await updateUser(call.db, user.id, isConfirmation ? { confirmation_sent_at: now } : { recovery_sent_at: now }, now);
}
