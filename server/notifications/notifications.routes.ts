import { notificationEndpoints } from "#contract/notifications.ts";
import type { Serve } from "#server/http/serve.ts";
import { listNotifications, readBadge, readNotifications, removeNotifications } from "./notifications.service.ts";

export function notificationRoutes(serve: Serve) {
  serve(notificationEndpoints.list, (call, { query }) => listNotifications(call, query));
  serve(notificationEndpoints.badge, (call) => readBadge(call));
  serve(notificationEndpoints.read, (call, { params }) => readNotifications(call, params.notificationId));
  serve(notificationEndpoints.readAll, (call) => readNotifications(call));
  serve(notificationEndpoints.remove, (call, { params }) => removeNotifications(call, params.notificationId));
  serve(notificationEndpoints.clear, (call) => removeNotifications(call));
}
