import type { QueryClient } from "@tanstack/react-query";
import type { OutfitCard } from "#contract/outfits.ts";
import { commentsQuery } from "#web/data/comments.ts";
import { CommentsSection } from "#web/features/comments/comments-section.tsx";
import { MemberMenu } from "#web/screens/member-menu/member-menu.tsx";

export function prefetchComments(client: QueryClient, outfitId: string): void {
  void client.prefetchInfiniteQuery(commentsQuery({ outfitId }));
}

/** The comments, each with the menu about its author. */
export function OutfitComments({ card }: { card: OutfitCard }) {
  return (
    <CommentsSection
      // Another outfit may take its place on the same screen: what is typed here is not for that one.
      key={card.id}
      subject={{ outfitId: card.id }}
      ownerId={card.author.id}
      commentsCount={card.commentsCount}
      menuOf={({ id, author }) => <MemberMenu member={author} report={{ type: "comment", id }} />}
    />
  );
}
