import type { QueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { type Intent, takeIntent } from "#web/lib/kept-intent.ts";
import { toast } from "#web/lib/toast.ts";
import { errorMessage } from "#web/text/errors.ts";
import { closetKeys } from "./closet-keys.ts";
import { outfitKeys } from "./outfits.ts";
import { patchOutfit } from "./outfit-cache.ts";
import { showAwards } from "./points-cache.ts";
import { profileKeys } from "./profiles.ts";

const failures = { like: "Failed to update like", save: "Failed to update save", follow: "Failed to update follow" };

/** Does what the member pressed as a visitor, once they have signed in. Liking or following twice changes nothing. */
export async function applyIntent(client: QueryClient): Promise<void> {
  const intent = takeIntent();
  if (!intent) return;
  try {
    await appliers[intent.action](client, intent.id);
  } catch (error) {
    toast.error(errorMessage(error, failures[intent.action]));
  }
}

const appliers: Record<Intent["action"], (client: QueryClient, id: string) => Promise<void>> = {
  async like(client, outfitId) {
    const { liked, likesCount, award } = await call("PUT /api/outfits/:outfitId/like", { params: { outfitId } });
    await loaded(client);
    patchOutfit(client, outfitId, () => ({ liked, likesCount }));
    showAwards(client, [{ award, source: "LIKE" }]);
  },
  async save(client, outfitId) {
    const { saved, award } = await call("PUT /api/outfits/:outfitId/save", { params: { outfitId } });
    await loaded(client);
    patchOutfit(client, outfitId, () => ({ saved }));
    void client.invalidateQueries({ queryKey: closetKeys.all });
    toast.success("Saved to closet!");
    showAwards(client, [{ award, source: "FAVORITE" }]);
  },
  async follow(client, memberId) {
    const { state } = await call("PUT /api/follows/:memberId", { params: { memberId } });
    await Promise.all([
      client.invalidateQueries({ queryKey: profileKeys.all }),
      client.invalidateQueries({ queryKey: outfitKeys.all, refetchType: "none" }),
    ]);
    toast.success(state === "requested" ? "Follow request sent" : "Following!");
  },
};

const checkEveryMs = 50;

/** Requests that left before the like arrived may still answer without it: they would overwrite the patch. */
async function loaded(client: QueryClient): Promise<void> {
  while (client.isFetching({ queryKey: outfitKeys.all }) > 0)
    await new Promise((resolve) => setTimeout(resolve, checkEveryMs));
}
