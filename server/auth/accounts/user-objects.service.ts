import type { Db } from "#server/db/db.ts";
import {
  type FactorRow,
  findUser,
  type IdentityRow,
  listFactors,
  listIdentities,
  type UserRow,
} from "./accounts.store.ts";

/** A user in the auth API; absent times are omitted. */
export interface UserObject {
  id: string;
  aud: "authenticated" | "";
  role: "authenticated" | "";
  email: string;
  phone: string;
  app_metadata: Record<string, unknown>;
  user_metadata: Record<string, unknown>;
  identities: IdentityObject[];
  factors?: FactorObject[];
  created_at: string;
  updated_at: string;
  is_anonymous: boolean;
  [time: string]: unknown;
}

interface IdentityObject {
  identity_id: string;
  id: string;
  user_id: string;
  identity_data: Record<string, unknown>;
  provider: string;
  last_sign_in_at?: string;
  created_at: string;
  updated_at: string;
  email?: string;
}

export interface FactorObject {
  id: string;
  friendly_name?: string;
  factor_type: string;
  status: string;
  phone?: string;
  created_at: string;
  updated_at: string;
  last_challenged_at?: string;
}

const shownTimes = [
  "email_confirmed_at",
  "phone_confirmed_at",
  "invited_at",
  "confirmation_sent_at",
  "recovery_sent_at",
  "email_change_sent_at",
  "phone_change_sent_at",
  "reauthentication_sent_at",
  "last_sign_in_at",
  "banned_until",
] as const;

/** The user with identities and factors, as in the auth API. */
export async function presentUser(db: Db, user: UserRow): Promise<UserObject> {
  const identities = await listIdentities(db, user.id);
  const factors = await listFactors(db, user.id);
  const times = shownTimes.flatMap((name) => {
    const time = user[name];
    return time ? [[name, time.toISOString()] as const] : [];
  });
  const confirmedAt = user.email_confirmed_at ?? user.phone_confirmed_at;
  const providers = identities.map((identity) => identity.provider);
  return {
    id: user.id,
    aud: "authenticated",
    role: "authenticated",
    email: user.email ?? "",
    phone: user.phone ?? "",
    ...Object.fromEntries(times),
    ...(confirmedAt ? { confirmed_at: confirmedAt.toISOString() } : {}),
    ...(user.new_email ? { new_email: user.new_email } : {}),
    ...(user.new_phone ? { new_phone: user.new_phone } : {}),
    app_metadata: {
      ...user.app_metadata,
      ...(providers[0] ? { provider: providers[0], providers } : {}),
      // The `email` identity does not say it: of several sign-ups for an address, no password may count.
      has_password: user.password_hash !== null,
    },
    user_metadata: user.user_metadata,
    identities: identities.map(presentIdentity),
    ...(factors.length > 0 ? { factors: factors.map(presentFactor) } : {}),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    is_anonymous: user.is_anonymous,
  };
}

/** The reloaded user as returned by `presentUser`; null if there is none. */
export async function presentUserById(db: Db, userId: string): Promise<UserObject | null> {
  const user = await findUser(db, { id: userId });
  return user ? presentUser(db, user) : null;
}

/** An identity in the auth API. */
function presentIdentity(identity: IdentityRow): IdentityObject {
  const { email } = identity.identity_data;
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...(identity.last_sign_in_at ? { last_sign_in_at: identity.last_sign_in_at.toISOString() } : {}),
    created_at: identity.created_at.toISOString(),
    updated_at: identity.updated_at.toISOString(),
    ...(typeof email === "string" ? { email } : {}),
  };
}

/** A factor in the auth API, without its secret. */
export function presentFactor(factor: FactorRow): FactorObject {
  return {
    id: factor.id,
    ...(factor.friendly_name ? { friendly_name: factor.friendly_name } : {}),
    factor_type: factor.factor_type,
    status: factor.status,
    ...(factor.phone ? { phone: factor.phone } : {}),
    created_at: factor.created_at.toISOString(),
    updated_at: factor.updated_at.toISOString(),
    ...(factor.last_challenged_at ? { last_challenged_at: factor.last_challenged_at.toISOString() } : {}),
  };
}
