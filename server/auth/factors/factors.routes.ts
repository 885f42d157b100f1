import { z } from "zod";
import { authenticate } from "#server/auth/sessions/authenticate.service.ts";
import type { ServeAuth } from "#server/auth/http/auth-http.ts";
import { failAuth } from "#server/auth/http/auth-error.ts";
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
  return z.uuid().safeParse(given).success ? given : failAuth(404, "mfa_factor_not_found", "Factor not found");
}

/** The second step at sign-in: authenticator apps and phones. */
export function factorRoutes(serve: ServeAuth): void {
  serve("POST", "/factors", { limit: "factorsPerAddress", body: NewFactor }, async (context, { body }) =>
    enrolFactor(context, await authenticate(context), body),
  );
  const Channel = z.object({ channel: z.string().default("") });
  const challenge = { limit: "service", params: Factor, body: Channel } as const;
  serve("POST", "/factors/:factorId/challenge", challenge, async (context, { params, body }) =>
    challengeFactor(context, await authenticate(context), readId(params.factorId), body),
  );
  const answer = { limit: "service", params: Factor, body: Answer } as const;
  serve("POST", "/factors/:factorId/verify", answer, async (context, { params, body }) => {
    const me = await authenticate(context);
    if (!z.uuid().safeParse(body.challenge_id).success) {
      failAuth(422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found");
    }
    return verifyFactor(context, me, readId(params.factorId), body);
  });
  serve("DELETE", "/factors/:factorId", { limit: "factorsPerAddress", params: Factor }, async (context, { params }) =>
    unenrolFactor(context, await authenticate(context), readId(params.factorId)),
  );
}
