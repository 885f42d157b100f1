import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { NotificationSetting } from "#contract/notifications.ts";
import { call } from "#web/api/call.ts";
import { switchPushOff, switchPushOn } from "#web/api/push-device.ts";
import { toast } from "#web/lib/toast.ts";
import { meKey } from "./me.ts";
import { notificationKeys } from "./notification-keys.ts";

export const notificationSettingsQuery = queryOptions({
  queryKey: notificationKeys.settings,
  queryFn: ({ signal }) => call("GET /api/me/notifications", undefined, signal),
});

const choicesScope = "notification choices";

/** Changes the settings of one notification type. Optimistic; reloaded once the last of several is answered. */
export function useSetNotificationChoice() {
  const client = useQueryClient();
  const queryKey = notificationKeys.settings;
  const show = async (choice: NotificationSetting) => {
    // An answer of before would be without it.
    await client.cancelQueries({ queryKey });
    client.setQueryData(
      notificationSettingsQuery.queryKey,
      (settings) =>
        settings && {
          ...settings,
          types: settings.types.map((known) => (known.type === choice.type ? choice : known)),
        },
    );
  };
  return useMutation({
    meta: { failure: "Failed to save your notification settings", signIn: "Please sign in" },
    // Quick changes are saved in order.
    scope: { id: choicesScope },
    mutationFn: ({ type, ...body }: NotificationSetting) =>
      call("PUT /api/me/notifications/:type", { params: { type }, body }),
    onMutate: show,
    // Not after an earlier one: the list would be without what is shown of the later ones.
    onSettled: () => {
      if (countPending(client) === 1) void client.invalidateQueries({ queryKey });
    },
  });
}

/** How many choices have no answer yet, with the one that has just got it. */
const countPending = (client: QueryClient): number =>
  client.isMutating({ predicate: ({ options }) => options.scope?.id === choicesScope });

/** Turns push messages on or off in this browser. */
export function usePushSwitch(siteKey: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: "Failed to turn on push notifications in this browser", signIn: "Please sign in" },
    mutationFn: async (isOn: boolean) => {
      if (!isOn) await switchPushOff();
      else if (!(await switchPushOn(siteKey))) toast.info("Your browser didn't allow notifications from Fash");
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: notificationKeys.settings }),
        client.invalidateQueries({ queryKey: meKey }),
      ]),
  });
}
