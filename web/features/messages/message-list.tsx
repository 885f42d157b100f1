import { useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { Message, Thread } from "#contract/messages.ts";
import { discardMessage, type Pending, retryMessage, usePending } from "#web/data/outbox.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { MoreButton, type NextPage } from "#web/ui/more-button.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";

interface MessageListProps {
  userId: string;
  thread: Thread;
  /** Newest first, as they come. */
  messages: Message[];
  older: NextPage;
  /** Next to a message of the other's. */
  menuOf: (message: Message) => ReactNode;
}

/** The messages, oldest first; the view sticks to the newest one unless the reader has scrolled up. */
export function MessageList(props: MessageListProps) {
  const { userId, thread, messages, older, menuOf } = props;
  // The message arrived although its reply is late or lost; do not show it twice.
  const arrived = new Set(messages.map(({ clientId }) => clientId));
  const pending = usePending(thread.id).filter(({ clientId }) => !arrived.has(clientId));
  // 'Try again' and 'Discard' go when they are pressed.
  const kept = useRestoredFocus<HTMLOListElement>();
  const view = useStickToEnd(messages[0]?.id, pending.length);
  const lastReadMine = messages.find(
    (message) => message.senderId === userId && message.createdAt <= thread.otherReadAt,
  )?.id;
  return (
    // However high the rest is, some of the conversation is in view.
    <div ref={view} className="flex min-h-20 flex-1 flex-col-reverse overflow-y-auto page-width overscroll-contain">
      {messages.length + pending.length === 0 && !thread.isOtherDeleted && (
        <p className="m-auto max-w-sm pb-4 text-center text-fine text-muted">
          No messages here yet. Members who don't follow you get the first one as a request.
        </p>
      )}
      <ol {...kept} aria-label="Messages" className="flex flex-col gap-1 py-4 outline-none">
        {older.hasNextPage && (
          <li className="pb-4">
            <MoreButton query={older} look="quiet" className="mx-auto">
              Older messages
            </MoreButton>
          </li>
        )}
        {messages.toReversed().map((message, index, inOrder) => (
          <li key={message.id}>
            <Bubble
              isMine={message.senderId === userId}
              text={message.content}
              menu={message.senderId === userId ? undefined : menuOf(message)}
            >
              {(message.id === lastReadMine || isLastOfBurst(message, inOrder[index + 1])) && (
                <>
                  <RelativeTime at={message.createdAt} />
                  {message.id === lastReadMine && " · Read"}
                </>
              )}
            </Bubble>
          </li>
        ))}
        {pending.map((message) => (
          <li key={message.clientId}>
            <PendingBubble message={message} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Messages sent within this time share one timestamp under the last one. */
const burstMs = 5 * 60_000;

function isLastOfBurst(message: Message, next: Message | undefined): boolean {
  if (next?.senderId !== message.senderId) return true;
  return Date.parse(next.createdAt) - Date.parse(message.createdAt) > burstMs;
}

interface BubbleProps {
  isMine: boolean;
  text: string;
  isFaint?: boolean;
  menu?: ReactNode;
  children: ReactNode;
}

function Bubble({ isMine, text, isFaint = false, menu, children }: BubbleProps) {
  const [isMenuShown, setMenuShown] = useState(false);
  return (
    <div className={clsx("group/bubble flex flex-col gap-0.5", isMine ? "items-end" : "items-start")}>
      <div className="flex max-w-[min(36rem,90%)] items-center gap-1">
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- shows a button that touch screens have no hover for, and that shows itself when it has the focus */}
        <p
          dir="auto"
          onClick={menu === undefined ? undefined : () => setMenuShown(!isMenuShown)}
          className={clsx(
            "min-w-0 rounded-[18px] border px-4 py-2 break-words whitespace-pre-wrap",
            isMine ? "rounded-br-[6px] border-ink bg-ink text-paper" : "rounded-bl-[6px] border-line bg-surface",
            isFaint && "opacity-60",
          )}
        >
          {text}
        </p>
        {menu !== undefined && (
          <span
            className={clsx(
              "shrink-0 text-muted transition-opacity group-hover/bubble:opacity-100 focus-within:opacity-100",
              !isMenuShown && "opacity-0 pointer-coarse:pointer-events-none",
            )}
          >
            {menu}
          </span>
        )}
      </div>
      <p className="px-1 pb-2 text-fine text-muted empty:hidden">{children}</p>
    </div>
  );
}

/** Small text with a full-size touch target. */
const tapClass = "relative underline before:absolute before:-inset-x-1.5 before:-inset-y-3";

function PendingBubble({ message }: { message: Pending }) {
  const client = useQueryClient();
  const hasFailed = message.state !== "sending";
  return (
    <Bubble isMine text={message.content} isFaint>
      {hasFailed ? (
        <span role="alert" className="flex items-center gap-3 text-danger">
          Not sent.
          <button type="button" className={tapClass} onClick={() => retryMessage(client, message.clientId)}>
            Try again
          </button>
          <button type="button" className={tapClass} onClick={() => discardMessage(message.clientId)}>
            Discard
          </button>
        </span>
      ) : (
        "Sending…"
      )}
    </Bubble>
  );
}

/** Scrolls to the end for a message that one writes, and for another's unless the reader is further up. */
function useStickToEnd(newestId: string | undefined, pendingCount: number) {
  const view = useRef<HTMLDivElement>(null);
  const lastCount = useRef(pendingCount);
  useLayoutEffect(() => {
    const isWritten = pendingCount > lastCount.current;
    lastCount.current = pendingCount;
    const element = view.current;
    // In a reversed column the end is at 0 and the past has negative offsets.
    if (element && (isWritten || element.scrollTop > -120)) element.scrollTop = 0;
  }, [newestId, pendingCount]);
  return view;
}
