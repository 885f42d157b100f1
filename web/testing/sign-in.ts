import type { User } from "@supabase/auth-js";

/** The id of the member that `signIn()` signs in. */
export const memberId = "0199a000-0000-7000-8000-000000000001";

/**
 * Stores a session like auth-js and notifies the app, as another tab's sign-in would. The token is never checked:
 * the mock answers as configured.
 */
export function signIn(
  member: {
    id?: string;
    email?: string;
    token?: string;
    refreshToken?: string;
    expiresInSeconds?: number;
    /** The sign-in has cancelled the deletion of the account. */
    restored?: boolean;
    /** Further fields of the account. */
    user?: Partial<User>;
  } = {},
): void {
  const { expiresInSeconds = 3_600 } = member;
  const session = {
    access_token: member.token ?? "access-token",
    refresh_token: member.refreshToken ?? "refresh-token",
    token_type: "bearer",
    expires_in: expiresInSeconds,
    expires_at: Math.floor(Date.now() / 1_000) + expiresInSeconds,
    user: { id: member.id ?? memberId, email: member.email ?? "mia@example.com", ...member.user },
    ...(member.restored ? { account_restored: true } : {}),
  };
  localStorage.setItem("fash.session", JSON.stringify(session));
  dispatchEvent(new StorageEvent("storage", { key: "fash.session" }));
}

export function signOut(): void {
  localStorage.removeItem("fash.session");
  dispatchEvent(new StorageEvent("storage", { key: "fash.session" }));
}
