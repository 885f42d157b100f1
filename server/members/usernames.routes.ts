import { usernameEndpoints } from "#contract/usernames.ts";
import type { Serve } from "#server/http/serve.ts";
import { suggestUsername } from "./username-suggestions.service.ts";

export function usernameRoutes(serve: Serve) {
  serve(usernameEndpoints.suggest, async (context, { query }) => ({
    username: await suggestUsername(context, query.name),
  }));
}
