import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { type ReactNode, useEffect } from "react";
import type { Message, Thread } from "#contract/messages.ts";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { wordsFor } from "#web/text/errors.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { BackToThreads } from "./back-to-threads.tsx";
import { ConversationSkeleton } from "./conversation-skeleton.tsx";
import { MessageComposer } from "./message-composer.tsx";
import { MessageList } from "./message-list.tsx";
import { messageQueries } from "./messages.queries.ts";
import { useIsTyping } from "./use-live-threads.ts";

interface ConversationProps {
  threadId: string;
  userId: string;
  /** What one can do with the other member, or with a message of theirs. */
  menuOf: (other: Thread["other"], message?: Message) => ReactNode;
}

/** One open conversation: who, what was said, and the line to write. */
export function Conversation({ threadId, userId, menuOf }: ConversationProps) {
  const thread = useQuery(messageQueries.thread(threadId));
  const messages = useInfiniteQuery(messageQueries.messages(threadId));
  useMarkRead(threadId, messages.data?.pages[0]?.items[0]?.id);
  if (thread.isPending || messages.isPending) return <ConversationSkeleton />;
  if (!thread.data || !messages.data) {
    return (
      <Failure
        error={thread.error ?? messages.error}
        isRetrying={thread.isFetching || messages.isFetching}
        onRetry={() => void Promise.all([thread.refetch(), messages.refetch()])}
      />
    );
  }
  return (
    <section aria-label={`Conversation with ${thread.data.other.username}`} className="flex min-h-0 flex-1 flex-col">
      <ConversationHeader thread={thread.data} menu={menuOf(thread.data.other)} />
      <MessageList
        userId={userId}
        thread={thread.data}
        messages={messages.data.pages.flatMap((page) => page.items)}
        older={messages}
        menuOf={(message) => menuOf(thread.data.other, message)}
      />
      <TypingHint thread={thread.data} />
      {thread.data.isRequest && <RequestBar thread={thread.data} />}
      <MessageComposer key={threadId} threadId={threadId} username={thread.data.other.username} />
    </section>
  );
}

interface FailureProps {
  error: Error | null;
  isRetrying: boolean;
  onRetry: () => void;
}

function Failure({ error, isRetrying, onRetry }: FailureProps) {
  const isGone = error instanceof ApiError && error.status === 404;
  const wayBack = (
    <Link to="/messages" search={{}} className={clsx(buttonClass(isGone ? "ink" : "quiet"), !isGone && "md:hidden!")}>
      All conversations
    </Link>
  );
  return (
    <div className="my-auto">
      {isGone ? (
        <ErrorState title="Conversation not found" action={wayBack}>
          It has ended, or it is between other people.
        </ErrorState>
      ) : (
        <ErrorState title="This conversation did not open" onRetry={onRetry} isRetrying={isRetrying} action={wayBack}>
          {wordsFor(error)}
        </ErrorState>
      )}
    </div>
  );
}

function ConversationHeader({ thread, menu }: { thread: Thread; menu: ReactNode }) {
  return (
    <header className="flex items-center gap-2 border-b border-line px-2 py-2 md:px-4">
      <BackToThreads />
      <Link
        to="/profile/$username"
        params={{ username: thread.other.username }}
        className="flex min-h-11 items-center gap-3 rounded-full pr-3 hover:underline"
      >
        <Avatar username={thread.other.username} avatarUrl={thread.other.avatarUrl} size={36} />
        <h2 className="font-medium">{thread.other.username}</h2>
      </Link>
      <span className="ml-auto">{menu}</span>
    </header>
  );
}

function TypingHint({ thread }: { thread: Thread }) {
  const isTyping = useIsTyping(thread.id);
  return (
    <p aria-live="polite" className="h-6 px-4 text-fine text-muted">
      {isTyping && `${thread.other.username} is typing…`}
    </p>
  );
}

function RequestBar({ thread }: { thread: Thread }) {
  const client = useQueryClient();
  const accept = useMutation({
    meta: { failure: "Failed to start conversation" },
    mutationFn: () => call("POST /api/threads/:threadId/accept", { params: { threadId: thread.id } }),
    onSuccess: (accepted) => {
      client.setQueryData(messageQueries.thread(thread.id).queryKey, accepted);
      void client.invalidateQueries({ queryKey: ["threads"] });
    },
  });
  return (
    <div className="mx-4 mb-2 flex flex-wrap items-center justify-between gap-2 rounded-input border border-line p-3">
      <p className="text-fine text-muted">You do not follow {thread.other.username}. Answering accepts the request.</p>
      <Button look="outline" size="small" isBusy={accept.isPending} onClick={() => accept.mutate()}>
        Accept
      </Button>
    </div>
  );
}

/** Reads the thread whenever its newest message is on screen and the page is looked at. */
function useMarkRead(threadId: string, newestId: string | undefined): void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    meta: { isQuiet: true },
    mutationFn: () => call("POST /api/threads/:threadId/read", { params: { threadId } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["threads"] });
      void client.invalidateQueries({ queryKey: ["me"] });
    },
  });
  useEffect(() => {
    if (newestId === undefined) return undefined;
    const readIfSeen = () => {
      if (document.visibilityState === "visible") mutate();
    };
    readIfSeen();
    document.addEventListener("visibilitychange", readIfSeen);
    return () => document.removeEventListener("visibilitychange", readIfSeen);
  }, [threadId, newestId, mutate]);
}
