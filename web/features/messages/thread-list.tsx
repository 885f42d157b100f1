import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { BellOff, Search } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Thread } from "#contract/messages.ts";
import { messageQueries } from "#web/data/messages.ts";
import { useRemovedIds } from "#web/lib/removed-ids.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Input } from "#web/ui/input.tsx";
import { MemberName } from "#web/ui/member-name.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { RowSkeletons } from "#web/ui/row-skeleton.tsx";
import { useFocusAfterConversation } from "./use-focus-after-conversation.ts";

/** The conversations, latest first; the open one is marked. */
export function ThreadList({ openThreadId }: { openThreadId: string | undefined }) {
  useFocusAfterConversation(openThreadId);
  const [text, setText] = useState("");
  const search = useDebounced(text.trim(), limits.searchDebounceMs);
  const { query, threads, isListed } = useThreads(search);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="relative px-4 pb-3">
        <Search aria-hidden="true" size={18} className="absolute top-3.5 left-8 text-muted" />
        <Input
          type="search"
          aria-label="Search messages"
          placeholder="Search messages..."
          value={text}
          maxLength={limits.searchCharsMax}
          onChange={(event) => setText(event.target.value)}
          className="rounded-full! pl-11 text-ellipsis"
        />
      </div>
      {query.isPending && (
        <RowSkeletons
          label="Loading conversations"
          count={6}
          size={48}
          hasHint
          className="min-h-18 px-3"
          listClassName="px-2"
        />
      )}
      {query.isError && !query.data && <QueryError title="Couldn't load your messages" query={query} />}
      {query.isSuccess && !isListed && <NoThreads isSearch={search !== ""} />}
      {isListed && (
        <ul aria-label="Conversations" className="min-h-0 flex-1 overflow-y-auto px-2 pb-4 low:pb-24">
          {threads.map((thread) => (
            <li key={thread.id}>
              <ThreadRow thread={thread} isOpen={thread.id === openThreadId} />
            </li>
          ))}
          {query.hasNextPage && (
            <li className="p-2">
              <MoreButton query={query} look="quiet" className="mx-auto">
                Older conversations
              </MoreButton>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

function useThreads(search: string) {
  const query = useInfiniteQuery(messageQueries.threads(search));
  const removedIds = useRemovedIds();
  const threads = (query.data?.pages.flatMap((page) => page.items) ?? []).filter(({ id }) => !removedIds.has(id));
  // All that is loaded may be deleted while there is more.
  return { query, threads, isListed: threads.length > 0 || query.hasNextPage };
}

function ThreadRow({ thread, isOpen }: { thread: Thread; isOpen: boolean }) {
  const isUnread = thread.unreadCount > 0;
  return (
    <Link
      to="/messages"
      search={{ thread: thread.id }}
      aria-current={isOpen ? "true" : undefined}
      className={clsx(
        "flex min-h-18 items-center gap-3 rounded-input px-3 py-2 transition-colors hover:bg-ink/4",
        isOpen && "bg-ink/6",
      )}
    >
      <Avatar username={thread.other.username} avatarUrl={thread.other.avatarUrl} size={48} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <MemberName member={thread.other} className={clsx("truncate", isUnread ? "font-semibold" : "font-medium")} />
          <RelativeTime at={thread.lastMessageAt} className="shrink-0 text-fine text-muted" />
        </span>
        <span className="flex items-center justify-between gap-2">
          <span className={clsx("truncate text-fine", isUnread ? "text-ink" : "text-muted")}>
            {thread.isRequest && <span className="font-medium">Request · </span>}
            {thread.isLastMessageMine && "You: "}
            <bdi>{thread.lastMessagePreview}</bdi>
          </span>
          {thread.isMuted && (
            <>
              <BellOff aria-hidden="true" size={16} strokeWidth={1.5} className="ml-auto shrink-0 text-muted" />
              <span className="sr-only">Muted</span>
            </>
          )}
          {isUnread && <UnreadCount count={thread.unreadCount} isMuted={thread.isMuted} />}
        </span>
      </span>
    </Link>
  );
}

function UnreadCount({ count, isMuted }: { count: number; isMuted: boolean }) {
  return (
    <span
      className={clsx(
        "grid h-5 min-w-5 shrink-0 place-items-center rounded-full px-1.5 text-[0.6875rem] leading-none font-semibold",
        isMuted ? "bg-ink/6 text-muted" : "bg-ink text-paper",
      )}
    >
      {count}
      <span className="sr-only"> unread</span>
    </span>
  );
}

function NoThreads({ isSearch }: { isSearch: boolean }) {
  if (isSearch) {
    return (
      <EmptyState title="Nothing found" art="page">
        No conversations found.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No messages yet"
      art="page"
      action={
        <Link to="/explore" className={buttonClass("ink")}>
          Explore Outfits
        </Link>
      }
    >
      Ask someone where they got that coat.
    </EmptyState>
  );
}
