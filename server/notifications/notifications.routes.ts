import { notificationEndpoints } from "#contract/notifications.ts";
import type { Serve } from "#server/http/serve.ts";
import { chooseWays, readSettings } from "./choices.service.ts";
import { listNotifications, readBadge, readNotifications, removeNotifications } from "./notifications.service.ts";
import { subscribe, unsubscribe } from "./push.service.ts";

export function notificationRoutes(serve: Serve) {
  serve(notificationEndpoints.list, (call, { query }) => listNotifications(call, query));
  serve(notificationEndpoints.badge, (call) => readBadge(call));
  serve(notificationEndpoints.read, (call, { params }) => readNotifications(call, params.notificationId));
  serve(notificationEndpoints.readAll, (call) => readNotifications(call));
  serve(notificationEndpoints.remove, (call, { params }) => removeNotifications(call, params.notificationId));
  serve(notificationEndpoints.clear, (call) => removeNotifications(call));
  serve(notificationEndpoints.settings, (call) => readSettings(call));
  serve(notificationEndpoints.choose, (call, { params, body }) => chooseWays(call, { ...params, ...body }));
  serve(notificationEndpoints.subscribe, (call, { body }) => subscribe(call, body));
  serve(notificationEndpoints.unsubscribe, (call) => unsubscribe(call));
}
