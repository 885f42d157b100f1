import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";

export const usernameEndpoints = {
  suggest: endpoint("GET", "/api/usernames", {
    summary: "Suggests a free username for a new member's name, without reserving it",
    query: z.strictObject({ name: z.string().trim().min(1).max(limits.nameCharsMax) }),
    reply: z.object({ username: z.string() }),
    errors: ["rate.limited"],
  }),
};
