import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";

export const usernameEndpoints = {
  suggest: endpoint("GET", "/api/usernames", {
    summary: "The username that a new member of this name would get now; it is kept for nobody",
    query: z.strictObject({ name: z.string().trim().min(1).max(limits.nameCharsMax) }),
    reply: z.object({ username: z.string() }),
    errors: ["rate.limited"],
  }),
};
