import { notificationEndpoints } from "#contract/notifications.ts";
import type { Serve } from "#server/http/serve.ts";
import { updateChannels, getNotificationSettings } from "./notification-settings.service.ts";
import { listNotifications, getBadge, markNotificationsRead, removeNotifications } from "./notifications.service.ts";
import { subscribe, unsubscribe } from "./push.service.ts";

export function notificationRoutes(serve: Serve) {
  serve(notificationEndpoints.list, (context, { query }) => listNotifications(context, query));
  serve(notificationEndpoints.badge, (context) => getBadge(context));
  serve(notificationEndpoints.read, (context, { params }) =>
    markNotificationsRead(context, { id: params.notificationId }),
  );
  serve(notificationEndpoints.readAll, (context, { query }) => markNotificationsRead(context, query));
  serve(notificationEndpoints.remove, (context, { params, query }) =>
    removeNotifications(context, { id: params.notificationId, ...query }),
  );
  serve(notificationEndpoints.clear, (context, { query }) => removeNotifications(context, query));
  serve(notificationEndpoints.settings, (context) => getNotificationSettings(context));
  serve(notificationEndpoints.choose, (context, { params, body }) => updateChannels(context, { ...params, ...body }));
  serve(notificationEndpoints.subscribe, (context, { body }) => subscribe(context, body));
  serve(notificationEndpoints.unsubscribe, (context) => unsubscribe(context));
}
