import { useInfiniteQuery } from "@tanstack/react-query";
import { messageQueries } from "#web/data/messages.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Shown next to the list while no conversation is open; empty if there is none. */
export function NoConversation() {
  const { data } = useInfiniteQuery(messageQueries.threads(""));
  if (!data?.pages[0]?.items.length) return null;
  return (
    <div className="my-auto low:mt-0 low:[&_svg]:hidden">
      <EmptyState title="Pick a conversation" art="page" />
    </div>
  );
}
