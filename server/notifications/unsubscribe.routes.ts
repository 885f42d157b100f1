import { notificationEndpoints } from "#contract/notifications.ts";
import type { Serve } from "#server/http/serve.ts";
import { stopMails } from "./unsubscribe.service.ts";

export function unsubscribeRoutes(serve: Serve): void {
  serve(notificationEndpoints.stopMails, (context, { query }) => stopMails(context, query.token));
}
