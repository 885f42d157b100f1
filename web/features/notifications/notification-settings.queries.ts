import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { NotificationChoice } from "#contract/notifications.ts";
import { call } from "#web/api/call.ts";
import { meQuery } from "#web/api/me.ts";
import { switchPushOff, switchPushOn } from "#web/api/push-device.ts";
import { notify } from "#web/ui/notify.ts";

const failure = "Failed to save your notification settings";

export const notificationSettingsQuery = queryOptions({
  queryKey: ["notifications", "settings"],
  queryFn: ({ signal }) => call("GET /api/me/notifications", undefined, signal),
});

/** Changes one switch of one type: shown at once, taken back when the server refuses. */
export function useChooseWays() {
  const client = useQueryClient();
  const { queryKey } = notificationSettingsQuery;
  const show = (choice: NotificationChoice) =>
    client.setQueryData(
      queryKey,
      (settings) =>
        settings && {
          ...settings,
          choices: settings.choices.map((known) => (known.type === choice.type ? choice : known)),
        },
    );
  return useMutation({
    meta: { failure, signIn: "Please sign in" },
    // Switches pressed in a row are saved in their order.
    scope: { id: "notification choices" },
    mutationFn: ({ type, ...body }: NotificationChoice) =>
      call("PUT /api/me/notifications/:type", { params: { type }, body }),
    onMutate: show,
    onError: () => client.invalidateQueries({ queryKey }),
  });
}

/** Whether this member is mailed at all. */
export function useMailSwitch() {
  const client = useQueryClient();
  return useMutation({
    meta: { failure, signIn: "Please sign in" },
    scope: { id: "mail switch" },
    mutationFn: (isOn: boolean) => call("PATCH /api/me", { body: { isNotifiedByEmail: isOn } }),
    onMutate: (isOn) => {
      client.setQueryData(meQuery.queryKey, (me) => me && { ...me, isNotifiedByEmail: isOn });
    },
    onSuccess: (me) => client.setQueryData(meQuery.queryKey, me),
    onError: () => client.invalidateQueries(meQuery),
  });
}

/** Push messages on this very browser. */
export function usePushSwitch(siteKey: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: "Push messages could not be switched on in this browser", signIn: "Please sign in" },
    mutationFn: async (isOn: boolean) => {
      if (!isOn) await switchPushOff();
      else if (!(await switchPushOn(siteKey))) notify.info("Your browser did not allow notifications from Fash");
    },
    onSettled: () =>
      Promise.all([client.invalidateQueries(notificationSettingsQuery), client.invalidateQueries(meQuery)]),
  });
}
