import { styleEndpoints } from "#contract/styles.ts";
import type { Serve } from "#server/http/serve.ts";
import { listStyles } from "./styles.store.ts";

export function styleRoutes(serve: Serve) {
  serve(styleEndpoints.list, async (context) => ({ items: await listStyles(context.pool) }));
}
