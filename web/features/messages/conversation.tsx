import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { nameOf } from "#contract/member-names.ts";
import type { Message, Thread } from "#contract/messages.ts";
import { ApiError } from "#web/api/api-error.ts";
import { useLiveGap } from "#web/api/live.ts";
import { useIsTyping } from "#web/data/live-threads.ts";
import { messageQueries, useAcceptThread, useReadThread } from "#web/data/messages.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { errorMessage } from "#web/text/errors.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { MemberName } from "#web/ui/member-name.tsx";
import { BackToThreads } from "./back-to-threads.tsx";
import { ConversationSkeleton } from "./conversation-skeleton.tsx";
import { MessageComposer } from "./message-composer.tsx";
import { MessageList } from "./message-list.tsx";
import "./conversation.css";

interface ConversationProps {
  threadId: string;
  userId: string;
  /** The menu about the other member, or about a message of theirs. */
  menuOf: (thread: Thread, message?: Message) => ReactNode;
  onDecline: (thread: Thread) => void;
}

/** An open conversation: header, messages, composer. */
export function Conversation({ threadId, userId, menuOf, onDecline }: ConversationProps) {
  const thread = useQuery(messageQueries.thread(threadId));
  const messages = useInfiniteQuery(messageQueries.messages(threadId));
  // 'Accept' goes with what it accepts.
  const kept = useRestoredFocus<HTMLElement>();
  useMarkRead(threadId, messages.data?.pages[0]?.items[0]?.id);
  if (thread.isPending || messages.isPending) return <ConversationSkeleton />;
  // A block may take away what was loaded.
  if (!thread.data || !messages.data || isNotFound(thread.error)) {
    return (
      <Failure
        error={thread.error ?? messages.error}
        isRetrying={thread.isFetching || messages.isFetching}
        onRetry={() => void Promise.all([thread.refetch(), messages.refetch()])}
      />
    );
  }
  return (
    <section
      {...kept}
      aria-label={`Conversation with ${nameOf(thread.data.other)}`}
      className="flex min-h-0 flex-1 flex-col overflow-y-auto outline-none"
    >
      <ConversationHeader thread={thread.data} menu={menuOf(thread.data)} />
      <MessageList
        userId={userId}
        thread={thread.data}
        messages={messages.data.pages.flatMap((page) => page.items)}
        older={messages}
        menuOf={(message) => menuOf(thread.data, message)}
      />
      <TypingHint thread={thread.data} />
      <Answer thread={thread.data} userId={userId} onDecline={() => onDecline(thread.data)} />
    </section>
  );
}

const isNotFound = (error: Error | null) => error instanceof ApiError && error.status === 404;

interface FailureProps {
  error: Error | null;
  isRetrying: boolean;
  onRetry: () => void;
}

function Failure({ error, isRetrying, onRetry }: FailureProps) {
  const isGone = isNotFound(error);
  const wayBack = (
    <Link to="/messages" search={{}} className={clsx(buttonClass(isGone ? "ink" : "quiet"), !isGone && "md:hidden!")}>
      All conversations
    </Link>
  );
  return (
    <div className="my-auto">
      {isGone ? (
        <ErrorState title="Conversation not found" action={wayBack}>
          It was deleted, or you're not part of it.
        </ErrorState>
      ) : (
        <ErrorState title="Couldn't load this conversation" onRetry={onRetry} isRetrying={isRetrying} action={wayBack}>
          {errorMessage(error)}
        </ErrorState>
      )}
    </div>
  );
}

function ConversationHeader({ thread, menu }: { thread: Thread; menu: ReactNode }) {
  const { other, isOtherDeleted } = thread;
  const className = "flex min-h-11 min-w-0 items-center gap-3 rounded-full pr-3";
  const identity = (
    <>
      <Avatar username={other.username} avatarUrl={other.avatarUrl} size={36} />
      <h2 className="min-w-0 truncate font-medium">
        <MemberName member={other} hasHandle={!isOtherDeleted} />
      </h2>
    </>
  );
  return (
    <header className="page-width flex items-center gap-2 border-b border-line py-2">
      <BackToThreads />
      {isOtherDeleted ? (
        <div className={className}>{identity}</div>
      ) : (
        <Link to="/profile/$username" params={{ username: other.username }} className={`${className} hover:underline`}>
          {identity}
        </Link>
      )}
      <span className="-mr-3 ml-auto">{menu}</span>
    </header>
  );
}

function TypingHint({ thread }: { thread: Thread }) {
  const isTyping = useIsTyping(thread.id);
  return (
    <p aria-live="polite" className="page-width h-6 shrink-0 text-fine text-muted low:h-5">
      {isTyping && `${nameOf(thread.other)} is typing…`}
    </p>
  );
}

/** Where one writes, except to a deleted account. */
function Answer({ thread, userId, onDecline }: { thread: Thread; userId: string; onDecline: () => void }) {
  if (thread.isOtherDeleted) {
    return (
      <p className="page-width border-t border-line py-5 text-center text-fine text-muted">
        This account was deleted. You can still read what was written.
      </p>
    );
  }
  return (
    <>
      {thread.isRequest && <RequestBar thread={thread} onDecline={onDecline} />}
      <MessageComposer threadId={thread.id} userId={userId} name={nameOf(thread.other)} />
    </>
  );
}

function RequestBar({ thread, onDecline }: { thread: Thread; onDecline: () => void }) {
  const accept = useAcceptThread(thread.id);
  return (
    <div className="page-width flex flex-wrap items-center justify-between gap-2 border-t border-line py-3">
      <p className="min-w-0 text-fine break-words text-muted">
        You don't follow <MemberName member={thread.other} />. Replying accepts the request.
      </p>
      <span className="flex gap-2">
        <Button look="quiet" size="small" onClick={onDecline}>
          Decline
        </Button>
        <Button look="ink" size="small" isBusy={accept.isPending} onClick={() => accept.mutate()}>
          Accept
        </Button>
      </span>
    </div>
  );
}

/** Marks the thread as read while its newest message is on a visible page. */
function useMarkRead(threadId: string, newestId: string | undefined): void {
  const { mutate } = useReadThread(threadId);
  const readIfSeen = () => {
    if (newestId !== undefined && document.visibilityState === "visible") mutate();
  };
  const readNow = useEffectEvent(readIfSeen);
  useEffect(() => readNow(), [threadId, newestId]);
  // The mark may have failed while the connection was lost.
  useLiveGap(readIfSeen);
}
