import { z } from "zod";
import { requireSignedIn } from "#server/auth/signed-in.service.ts";
import type { ServeAuth } from "#server/http/serve-auth.ts";
import { refuse } from "#server/lib/auth-error.ts";
import { challengeFactor, enrolFactor, unenrolFactor } from "./factors.service.ts";
import { verifyFactor } from "./verify-factor.service.ts";

const NewFactor = z.object({
  factor_type: z.string().default(""),
  friendly_name: z.string().trim().max(100).default(""),
  issuer: z.string().max(60).optional(),
  phone: z.string().max(40).optional(),
});
const Factor = z.object({ factorId: z.string() });
const Answer = z.object({ challenge_id: z.string().default(""), code: z.string().max(20).default("") });

function readId(given: string): string {
  return z.uuid().safeParse(given).success ? given : refuse(404, "mfa_factor_not_found", "Factor not found");
}

/** The second step at sign-in: authenticator apps and phones. */
export function factorRoutes(serve: ServeAuth): void {
  serve("POST", "/factors", { body: NewFactor }, async (call, { body }) =>
    enrolFactor(call, await requireSignedIn(call), body),
  );
  const Channel = z.object({ channel: z.string().default("") });
  serve("POST", "/factors/:factorId/challenge", { params: Factor, body: Channel }, async (call, { params, body }) =>
    challengeFactor(call, await requireSignedIn(call), readId(params.factorId), body),
  );
  serve("POST", "/factors/:factorId/verify", { params: Factor, body: Answer }, async (call, { params, body }) => {
    const me = await requireSignedIn(call);
    if (!z.uuid().safeParse(body.challenge_id).success) {
      refuse(422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found");
    }
    return verifyFactor(call, me, readId(params.factorId), body);
  });
  serve("DELETE", "/factors/:factorId", { params: Factor }, async (call, { params }) =>
    unenrolFactor(call, await requireSignedIn(call), readId(params.factorId)),
  );
}
