import type { QueryClient } from "@tanstack/react-query";
import type { OutfitCard } from "#contract/outfits.ts";
import { commentQueries } from "#web/features/comments/comments.queries.ts";
import { CommentsSection } from "#web/features/comments/comments-section.tsx";
import { SafetyMenu } from "#web/features/safety/safety-menu.tsx";

export function prefetchComments(client: QueryClient, outfitId: string): void {
  void client.prefetchInfiniteQuery(commentQueries.list(outfitId));
}

/** The comments, each with the ways to report it and to silence who wrote it. */
export function OutfitComments({ card }: { card: OutfitCard }) {
  return (
    <CommentsSection
      outfit={card}
      menuOf={({ id, author }) => <SafetyMenu member={author} report={{ type: "comment", id }} />}
    />
  );
}
