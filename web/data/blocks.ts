import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { fullNameOf, type Named } from "#contract/member-names.ts";
import type { Thread } from "#contract/messages.ts";
import type { Page } from "#contract/page.ts";
import { call } from "#web/api/call.ts";
import { toast } from "#web/lib/toast.ts";
import { messageKeys } from "./message-keys.ts";
import { discardThread } from "./outbox.ts";
import { pagedQuery } from "./paged.ts";
import { type Deck, deckKey, dropAuthor } from "./swipe-deck.ts";

export type BlockList = "blocks" | "mutes";

/** The member that a menu is about. */
export interface Target extends Named {
  id: string;
}

const calls = {
  blocks: { list: "GET /api/blocks", on: "PUT /api/blocks/:memberId", off: "DELETE /api/blocks/:memberId" },
  mutes: { list: "GET /api/mutes", on: "PUT /api/mutes/:memberId", off: "DELETE /api/mutes/:memberId" },
} as const;
const messages = {
  blocks: { on: "is blocked", off: "is no longer blocked", failure: "Failed to update block" },
  mutes: { on: "is muted", off: "is no longer muted", failure: "Failed to update mute" },
} as const;

export const blockListQuery = (list: BlockList) =>
  pagedQuery(["blocks", list], (cursor, signal) => call(calls[list].list, { query: { cursor } }, signal), {
    staleTime: 0,
  });

/**
 * Blocks or mutes a member, or undoes it. Anything on screen may show them, so everything is reloaded.
 *
 * @param leave Resolves once the screen is left that can't be reloaded, because it is about the blocked member.
 */
export function useSetBlock(list: BlockList, leave?: () => Promise<void>) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: messages[list].failure, signIn: "Please sign in" },
    scope: { id: list },
    mutationFn: ({ member, isOn }: { member: Target; isOn: boolean }) =>
      call(isOn ? calls[list].on : calls[list].off, { params: { memberId: member.id } }),
    onSuccess: async (_done, { member, isOn }) => {
      if (list === "blocks" && isOn) discardMessagesTo(client, member.id);
      toast.success(`${fullNameOf(member)} ${isOn ? messages[list].on : messages[list].off}`);
      if (isOn) client.setQueryData<Deck>(deckKey, (deck) => deck && dropAuthor(deck, member.id));
      await leave?.();
      void client.invalidateQueries();
    },
  });
}

/** What could not be sent to a blocked member goes with their conversation, wherever they were blocked. */
function discardMessagesTo(client: QueryClient, memberId: string): void {
  const opened = client.getQueriesData<Thread>({ queryKey: messageKeys.anyThread }).map(([, thread]) => thread);
  const listed = client
    .getQueriesData<InfiniteData<Page<Thread>>>({ queryKey: messageKeys.threads })
    .flatMap(([, threads]) => threads?.pages.flatMap(({ items }) => items) ?? []);
  for (const thread of [...opened, ...listed]) if (thread?.other.id === memberId) discardThread(thread.id);
}
