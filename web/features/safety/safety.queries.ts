import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { NewReport } from "#contract/safety.ts";
import { call } from "#web/api/call.ts";
import { notify } from "#web/ui/notify.ts";

export type SilencedList = "blocks" | "mutes";

/** A member as menus name them. */
export interface Target {
  id: string;
  username: string;
}

const calls = {
  blocks: { list: "GET /api/blocks", on: "PUT /api/blocks/:memberId", off: "DELETE /api/blocks/:memberId" },
  mutes: { list: "GET /api/mutes", on: "PUT /api/mutes/:memberId", off: "DELETE /api/mutes/:memberId" },
} as const;
const said = {
  blocks: { on: "is blocked", off: "is no longer blocked", failure: "Failed to update block" },
  mutes: { on: "is muted", off: "is no longer muted", failure: "Failed to update mute" },
} as const;

export const safetyQueries = {
  list: (list: SilencedList) =>
    infiniteQueryOptions({
      queryKey: ["silenced", list],
      initialPageParam: undefined as string | undefined,
      queryFn: ({ pageParam: cursor, signal }) => call(calls[list].list, { query: { cursor } }, signal),
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      staleTime: 0,
    }),
};

/** Blocks or mutes a member, or ends it. What is on screen may show them, so that all of it is asked for anew. */
export function useSilence(list: SilencedList) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: said[list].failure, signIn: "Please sign in" },
    scope: { id: list },
    mutationFn: ({ member, isOn }: { member: Target; isOn: boolean }) =>
      call(isOn ? calls[list].on : calls[list].off, { params: { memberId: member.id } }),
    onSuccess: (_done, { member, isOn }) => {
      notify.success(`@${member.username} ${isOn ? said[list].on : said[list].off}`);
      void client.invalidateQueries();
    },
  });
}

export function useReport() {
  return useMutation({
    meta: { success: "Thank you. Our moderators will look at it.", failure: "Failed to send report" },
    mutationFn: (report: NewReport) => call("POST /api/reports", { body: report }),
  });
}
