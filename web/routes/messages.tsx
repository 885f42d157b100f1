import { createFileRoute } from "@tanstack/react-router";
import clsx from "clsx";
import { useRemoveThread, useUndoOnOpening } from "#web/data/conversation-settings.ts";
import { useLiveThreads } from "#web/data/live-threads.ts";
import { Conversation } from "#web/features/messages/conversation.tsx";
import { NoConversation } from "#web/features/messages/no-conversation.tsx";
import { ThreadList } from "#web/features/messages/thread-list.tsx";
import { ThreadMenu } from "#web/screens/messages/thread-menu.tsx";
import { readUuid } from "#web/lib/search-params.ts";
import { Page } from "#web/shell/page.tsx";
import { requireSession } from "#web/shell/require-session.ts";

export interface MessagesSearch {
  thread?: string | undefined;
}

export const Route = createFileRoute("/messages")({
  validateSearch: (search: Record<string, unknown>): MessagesSearch => ({ thread: readUuid(search["thread"]) }),
  beforeLoad: requireSession,
  component: Messages,
});

/** As high as the screen, with the composer right above the navigation. */
const frameClass =
  "flex h-[calc(100dvh-3.5rem)] flex-col pb-[calc(5.25rem+env(safe-area-inset-bottom))] md:h-[calc(100dvh-4rem)] md:pb-26 low:pb-0";

function Messages() {
  const { thread } = Route.useSearch();
  const { userId } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  // Back must not lead to a conversation that has gone: opening one takes its deletion back.
  const close = () => void navigate({ to: "/messages", replace: true });
  useLiveThreads(thread, close);
  useUndoOnOpening(thread);
  const remove = useRemoveThread();
  return (
    <Page title="Messages" width="bleed" hasNav={false} className={frameClass}>
      {/* Phones show a conversation in place of the list with its heading. */}
      <h1 className="sr-only">Messages</h1>
      <div className="mx-auto flex min-h-0 w-full max-w-[90rem] flex-1 border-line xl:border-x">
        <div
          className={clsx(
            "min-h-0 w-full flex-col md:flex md:w-80 md:border-r md:border-line md:pl-2 lg:w-104 lg:pl-6",
            thread ? "hidden" : "flex",
          )}
        >
          <p aria-hidden="true" className="font-display px-4 pt-6 pb-6 text-headline md:pt-10 low:hidden">
            Messages
          </p>
          <ThreadList openThreadId={thread} />
        </div>
        <div
          // Where the screen is low the navigation makes room for the conversation, see conversation.css.
          data-thread={thread === undefined ? undefined : ""}
          className={clsx("min-h-0 min-w-0 flex-1 flex-col", thread ? "flex" : "hidden md:flex")}
        >
          {thread ? (
            <Conversation
              // Nothing of one conversation goes over to the next: drafts, the place in it, who is typing.
              key={`${thread} ${userId}`}
              threadId={thread}
              userId={userId}
              onDecline={(opened) => {
                remove(opened, "decline");
                close();
              }}
              menuOf={(opened, message) => <ThreadMenu thread={opened} message={message} onGone={close} />}
            />
          ) : (
            <NoConversation />
          )}
        </div>
      </div>
    </Page>
  );
}
