import { z } from "zod";
import { isEmailAddress } from "#contract/email-addresses.ts";
import { limits } from "#contract/limits.ts";
import type { AuthContext } from "./auth-http.ts";
import { failAuth } from "./auth-error.ts";
import { chooseRedirect } from "./redirects.ts";

const userDataBytesMax = 4_096;
const challengePattern = /^[A-Za-z0-9._~-]{43,128}$/;

const isTooLarge = (data: object) => Buffer.byteLength(JSON.stringify(data)) > userDataBytesMax;

/** User data from sign-up; limited because every token contains it. */
export const UserData = z
  .record(z.string(), z.unknown())
  .default({})
  .superRefine((data, context) => {
    if (isTooLarge(data)) context.addIssue("data is too large");
    const { username, bio } = data;
    if (typeof username === "string" && username.trim().length > limits.nameCharsMax) {
      context.addIssue("Name must be at most 100 characters");
    }
    if (typeof bio === "string" && bio.trim().length > limits.bioCharsMax) {
      context.addIssue("Bio must be less than 200 characters");
    }
  });

/**
 * The stored values merged with the given ones; null removes a key.
 *
 * @throws validation_failed beyond 4 kB, because it travels in every token
 */
export function mergeMetadata(kept: Record<string, unknown>, given: Record<string, unknown>): Record<string, unknown> {
  const merged = Object.fromEntries(Object.entries({ ...kept, ...given }).filter(([, value]) => value !== null));
  if (isTooLarge(merged)) failAuth(400, "validation_failed", "data is too large");
  return merged;
}

/** The proof-of-possession pair of RFC 7636, both or none. */
export const Challenge = z.object({
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
});

export const RedirectQuery = z.object({ redirect_to: z.string().optional() });

export interface CodeChallenge {
  challenge: string;
  method: "s256" | "plain";
}

/**
 * The challenge of a request, or null when it has none.
 *
 * @param options.isPlainTaken Off in production, where every browser can hash.
 * @throws validation_failed
 */
function readChallenge(given: z.output<typeof Challenge>, options: { isPlainTaken: boolean }): CodeChallenge | null {
  const challenge = given.code_challenge ?? "";
  const method = (given.code_challenge_method ?? "").toLowerCase();
  if (challenge === "" && method === "") return null;
  if (challenge === "" || method === "") {
    return failAuth(400, "validation_failed", "PKCE flow requires code_challenge_method and code_challenge");
  }
  if (method !== "s256" && !(method === "plain" && options.isPlainTaken)) {
    return failAuth(400, "validation_failed", "Invalid code challenge method");
  }
  if (!challengePattern.test(challenge)) {
    return failAuth(400, "validation_failed", "code challenge has to be 43 to 128 letters, digits, or any of ._~-");
  }
  return { challenge, method };
}

/** Where a link is to lead, and whether it ends with a code for the client. */
export interface FlowRequest {
  redirectTo: string;
  challenge: CodeChallenge | null;
}

/** Where a request is to lead. */
export function readRedirect(context: AuthContext, query: z.output<typeof RedirectQuery>): string {
  return chooseRedirect(context.config.auth, [query.redirect_to, context.referer]);
}

/** The flow that a request starts. @throws validation_failed */
export function readFlowRequest(
  context: AuthContext,
  query: z.output<typeof RedirectQuery>,
  challenge: z.output<typeof Challenge>,
): FlowRequest {
  return {
    redirectTo: readRedirect(context, query),
    challenge: readChallenge(challenge, { isPlainTaken: context.config.auth.arePlainChallengesTaken }),
  };
}

/** The address as it is stored: trimmed, in lower case. @throws validation_failed */
export function readEmail(given: string): string {
  const email = given.trim().toLowerCase();
  if (email === "") return failAuth(400, "validation_failed", "An email address is required");
  if (!isEmailAddress(email)) {
    return failAuth(400, "validation_failed", "Unable to validate email address: invalid format");
  }
  return email;
}

/** The number as it is stored: E.164 digits without the plus. @throws validation_failed */
export function readPhone(given: string): string {
  const phone = given.trim().replace(/^\+/, "").replaceAll(" ", "");
  if (!/^[1-9][0-9]{1,14}$/.test(phone)) {
    return failAuth(400, "validation_failed", "Invalid phone number format (E.164 required)");
  }
  return phone;
}
