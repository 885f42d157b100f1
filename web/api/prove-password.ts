import { ApiError } from "./api-error.ts";
import { getAccessToken } from "./session.ts";

/**
 * Proves the password in this session: auth-js could only open another one, and this device would be listed twice.
 *
 * @throws as auth-js does: with a code and a message
 */
export async function provePassword(password: string): Promise<void> {
  const reply = await fetch("/auth/v1/reauthenticate", {
    method: "POST",
    headers: {
      authorization: `Bearer ${await getAccessToken()}`,
      "content-type": "application/json",
      // With it the answer has the form of auth-js's errors.
      "x-supabase-api-version": "2024-01-01",
    },
    body: JSON.stringify({ password }),
  }).catch((cause: unknown) => {
    throw new ApiError("connection.lost", { status: 0, cause });
  });
  if (reply.ok) return;
  const { code, message } = (await reply.json()) as { code?: string; message?: string };
  throw Object.assign(new Error(message), { code, status: reply.status });
}
