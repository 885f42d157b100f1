import { useQueryClient } from "@tanstack/react-query";
import type { Profile } from "#contract/profiles.ts";
import { useRemovedIds } from "#web/lib/removed-ids.ts";
import { findCard } from "./outfit-cache.ts";

export interface KeptFigures {
  posts: number;
  likes: number;
}

/** How many posts and likes a profile has, without its outfits that are deleted but may come back. */
export function useKeptFigures({ id, postsCount, likesCount }: Profile): KeptFigures {
  const client = useQueryClient();
  const removed = [...useRemovedIds()]
    .map((removedId) => findCard(client, removedId))
    // The server does not count hidden ones.
    .filter((card) => card?.author.id === id && card.isActive);
  const lostLikes = removed.reduce((sum, card) => sum + (card?.likesCount ?? 0), 0);
  return { posts: Math.max(0, postsCount - removed.length), likes: Math.max(0, likesCount - lostLikes) };
}
