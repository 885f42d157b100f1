import { type InfiniteData, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Follow } from "#contract/follows.ts";
import type { Page } from "#contract/page.ts";
import { call } from "#web/api/call.ts";
import { toast } from "#web/lib/toast.ts";
import { meKey } from "./me.ts";
import { notificationKeys } from "./notification-keys.ts";
import { pagedQuery } from "./paged.ts";
import { profileKeys } from "./profiles.ts";

export const followRequestsKey = ["follow-requests"] as const;

/** Who asks to follow the caller, newest first. */
export const followRequestsQuery = pagedQuery(
  followRequestsKey,
  (cursor, signal) => call("GET /api/follow-requests", { query: { cursor } }, signal),
  { staleTime: 0 },
);

type RequestPages = InfiniteData<Page<Follow>, string | undefined>;

/** Accepts or declines a request to follow the caller. */
export function useAnswerRequest() {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: "Failed to answer the request", signIn: "Please sign in" },
    mutationFn: ({ memberId, isAccepted }: { memberId: string; isAccepted: boolean }) =>
      call(isAccepted ? "PUT /api/follow-requests/:memberId" : "DELETE /api/follow-requests/:memberId", {
        params: { memberId },
      }),
    onSuccess: (_done, { memberId, isAccepted }) => {
      toast.success(isAccepted ? "Follow request accepted" : "Follow request declined");
      client.setQueryData<RequestPages>(
        followRequestsKey,
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => id !== memberId) })),
          },
      );
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: followRequestsKey }),
        client.invalidateQueries({ queryKey: notificationKeys.list }),
        client.invalidateQueries({ queryKey: meKey }),
        client.invalidateQueries({ queryKey: profileKeys.all, refetchType: "none" }),
      ]),
  });
}
