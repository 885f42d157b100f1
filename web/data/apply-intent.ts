import type { QueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { getUserId } from "#web/api/session.ts";
import type { Intent } from "#web/lib/intent-storage.ts";
import { forgetIntent, readIntent } from "#web/lib/read-intent.ts";
import { toast } from "#web/lib/toast.ts";
import { errorMessage } from "#web/text/errors.ts";
import { articleKeys } from "./article-keys.ts";
import { closetKeys } from "./closet-keys.ts";
import { allComments } from "./comments-cache.ts";
import { eventKeys } from "./event-cache.ts";
import { outfitKeys } from "./outfits.ts";
import { patchOutfit } from "./outfit-cache.ts";
import { showAwards } from "./points-cache.ts";
import { profileKeys } from "./profiles.ts";
import { like, type Reaction, save } from "./reactions.ts";

/** Does what the member pressed before they signed in. Doing it twice changes nothing. */
export async function applyIntent(client: QueryClient): Promise<void> {
  const intent = readIntent(getUserId());
  // The comment's thread opens the field for it, once it is on screen.
  if (intent?.action === "reply") return;
  forgetIntent();
  if (!intent) return;
  const { failure, apply } = appliers[intent.action];
  try {
    await apply(client, intent.id);
  } catch (error) {
    toast.error(errorMessage(error, failure));
  }
}

interface Applier {
  failure: string;
  apply: (client: QueryClient, id: string) => Promise<void>;
}

const appliers: Record<Exclude<Intent["action"], "reply">, Applier> = {
  like: { failure: like.meta.failure, apply: (client, outfitId) => react(client, like, outfitId) },
  save: {
    failure: save.meta.failure,
    async apply(client, outfitId) {
      await react(client, save, outfitId);
      await client.invalidateQueries({ queryKey: closetKeys.all });
    },
  },
  follow: {
    failure: "Failed to update follow",
    async apply(client, memberId) {
      const { state } = await call("PUT /api/follows/:memberId", { params: { memberId } });
      await Promise.all([
        client.invalidateQueries({ queryKey: profileKeys.all }),
        client.invalidateQueries({ queryKey: outfitKeys.all, refetchType: "none" }),
      ]);
      toast.success(state === "requested" ? "Follow request sent" : "Following!");
    },
  },
  likeComment: {
    failure: like.meta.failure,
    async apply(client, commentId) {
      await call("PUT /api/comments/:commentId/like", { params: { commentId } });
      await client.invalidateQueries({ queryKey: allComments });
    },
  },
  likeArticle: {
    failure: like.meta.failure,
    async apply(client, articleId) {
      await call("PUT /api/articles/:articleId/like", { params: { articleId } });
      await client.invalidateQueries({ queryKey: articleKeys.all });
    },
  },
  saveArticle: {
    failure: save.meta.failure,
    async apply(client, articleId) {
      await call("PUT /api/articles/:articleId/save", { params: { articleId } });
      await client.invalidateQueries({ queryKey: articleKeys.all });
    },
  },
  attend: {
    failure: "Failed to update your reply",
    async apply(client, eventId) {
      await call("PUT /api/events/:eventId/attendance", { params: { eventId } });
      await client.invalidateQueries({ queryKey: eventKeys.all });
    },
  },
};

/** Says the same as the button does. */
async function react(client: QueryClient, reaction: Reaction, outfitId: string): Promise<void> {
  const { patch, award } = await reaction.send(outfitId, true);
  await loaded(client);
  patchOutfit(client, outfitId, patch);
  reaction.announce?.(outfitId);
  showAwards(client, [{ award, source: reaction.awardSource }]);
}

const checkEveryMs = 50;

/** Requests that left before the like arrived may still answer without it: they would overwrite the patch. */
async function loaded(client: QueryClient): Promise<void> {
  while (client.isFetching({ queryKey: outfitKeys.all }) > 0)
    await new Promise((resolve) => setTimeout(resolve, checkEveryMs));
}
