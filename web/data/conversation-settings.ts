import { type Mutation, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { fullNameOf } from "#contract/member-names.ts";
import type { Thread } from "#contract/messages.ts";
import { call } from "#web/api/call.ts";
import { removeWithUndo, undoRemoval } from "#web/lib/removals.ts";
import { meKey } from "./me.ts";
import { messageKeys } from "./message-keys.ts";
import { messageQueries } from "./messages.ts";
import { discardThread } from "./outbox.ts";

const muteKey = ["messages", "mute"];

/** Mutes a conversation, or ends it. Optimistic; rolled back with a toast on failure. */
export function useMuteThread() {
  const client = useQueryClient();
  const show = (threadId: string, isMuted: boolean) =>
    client.setQueryData(messageQueries.thread(threadId).queryKey, (known) => known && { ...known, isMuted });
  return useMutation({
    meta: { failure: "Failed to update conversation" },
    mutationKey: muteKey,
    scope: { id: "mute thread" },
    mutationFn: ({ id, isMuted }: Thread) =>
      call("PUT /api/threads/:threadId/mute", { params: { threadId: id }, body: { isMuted: !isMuted } }),
    onMutate: async ({ id, isMuted }) => {
      // A reply that was asked for before the change and comes after it would show the state from before.
      await client.cancelQueries({ queryKey: messageKeys.thread(id) });
      show(id, !isMuted);
    },
    onError: (_error, { id, isMuted }) => void show(id, isMuted),
    onSettled: (_done, _error, { id }) => {
      // A thread that is asked for now knows nothing of its changes that still wait for their turn.
      const isOfThread = ({ state }: Mutation) => (state.variables as Thread | undefined)?.id === id;
      const isLast = client.isMutating({ mutationKey: muteKey, predicate: isOfThread }) <= 1;
      if (isLast) void client.invalidateQueries({ queryKey: messageKeys.thread(id) });
      void client.invalidateQueries({ queryKey: messageKeys.threads });
      void client.invalidateQueries({ queryKey: meKey });
    },
  });
}

/** Deletes a conversation for the caller, or declines their request, which can be undone for a while. */
export function useRemoveThread(): (thread: Thread, how: "delete" | "decline") => void {
  const client = useQueryClient();
  const onSuccess = (_done: unknown, { id }: Thread) => {
    discardThread(id);
    client.removeQueries({ queryKey: messageKeys.messages(id) });
    client.removeQueries({ queryKey: messageKeys.thread(id) });
    void client.invalidateQueries({ queryKey: messageKeys.threads });
    void client.invalidateQueries({ queryKey: meKey });
  };
  const { mutateAsync: remove } = useMutation({
    meta: { failure: "Failed to delete conversation" },
    mutationFn: ({ id, until }: Thread & { until: string }) =>
      call("DELETE /api/threads/:threadId", { params: { threadId: id }, query: { until } }),
    onSuccess,
  });
  const { mutateAsync: decline } = useMutation({
    meta: { failure: "Failed to decline request" },
    mutationFn: ({ id }: Thread) => call("POST /api/threads/:threadId/decline", { params: { threadId: id } }),
    onSuccess,
  });
  return (thread, how) => {
    const name = fullNameOf({ ...thread.other, isDeleted: thread.isOtherDeleted });
    if (how === "decline") {
      removeWithUndo(thread.id, "Request declined", () => decline(thread), name);
      return;
    }
    // What is on screen goes; what comes while it can be undone stays.
    const newest = client.getQueryData(messageQueries.messages(thread.id).queryKey)?.pages[0]?.items[0];
    const until = newest && newest.createdAt > thread.lastMessageAt ? newest.createdAt : thread.lastMessageAt;
    removeWithUndo(thread.id, "Conversation deleted", () => remove({ ...thread, until }), name);
  };
}

/** Brings a conversation back that is opened again while its deletion can be undone: what is written in it then stays. */
export function useUndoOnOpening(threadId: string | undefined): void {
  useEffect(() => {
    if (threadId !== undefined) undoRemoval(threadId);
  }, [threadId]);
}
