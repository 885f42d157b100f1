import { useInfiniteQuery } from "@tanstack/react-query";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { messageQueries } from "./messages.queries.ts";

/** Beside the list as long as none is open; silent where there is none to pick. */
export function NoConversation() {
  const { data } = useInfiniteQuery(messageQueries.threads(""));
  if (!data?.pages[0]?.items.length) return null;
  return (
    <div className="my-auto">
      <EmptyState title="Pick a conversation" art="page" />
    </div>
  );
}
