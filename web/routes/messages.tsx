import { createFileRoute } from "@tanstack/react-router";
import clsx from "clsx";
import { Conversation } from "#web/features/messages/conversation.tsx";
import { SafetyMenu } from "#web/features/safety/safety-menu.tsx";
import { ThreadList } from "#web/features/messages/thread-list.tsx";
import { useLiveThreads } from "#web/features/messages/use-live-threads.ts";
import { Page } from "#web/shell/page.tsx";
import { requireSession } from "#web/shell/require-session.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";

export interface MessagesSearch {
  thread?: string | undefined;
}

export const Route = createFileRoute("/messages")({
  validateSearch: (search: Record<string, unknown>): MessagesSearch => {
    const thread = search["thread"];
    return typeof thread === "string" && /^[0-9a-f-]{36}$/i.test(thread) ? { thread } : {};
  },
  beforeLoad: requireSession,
  component: Messages,
});

function Messages() {
  const { thread } = Route.useSearch();
  const { userId } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  useLiveThreads(thread);
  return (
    <Page title="Messages" width="bleed" className="flex h-[calc(100dvh-3.5rem)] flex-col md:h-[calc(100dvh-4rem)]">
      <div className="mx-auto flex min-h-0 w-full max-w-[90rem] flex-1 md:border-x md:border-line">
        <div
          className={clsx(
            "min-h-0 w-full flex-col md:flex md:w-96 md:border-r md:border-line",
            thread ? "hidden" : "flex",
          )}
        >
          <h1 className="font-display px-4 pt-4 pb-3 text-title">Messages</h1>
          <ThreadList openThreadId={thread} />
        </div>
        <div className={clsx("min-h-0 min-w-0 flex-1 flex-col", thread ? "flex" : "hidden md:flex")}>
          {thread ? (
            <Conversation
              threadId={thread}
              userId={userId}
              menuOf={(other, message) => (
                <SafetyMenu
                  member={other}
                  report={message ? { type: "message", id: message.id } : { type: "profile", id: other.id }}
                  onBlocked={() => void navigate({ to: "/messages" })}
                />
              )}
            />
          ) : (
            <EmptyState title="Pick a conversation" art="page" />
          )}
        </div>
      </div>
    </Page>
  );
}
