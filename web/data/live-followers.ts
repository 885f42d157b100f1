import { useQueryClient } from "@tanstack/react-query";
import type { Profile } from "#contract/profiles.ts";
import { useLive, useLiveGap } from "#web/api/live.ts";
import { followListKey } from "./follows.ts";
import { meKey } from "./me.ts";
import { profileKeys } from "./profiles.ts";

/**
 * Reloads the own followers and their number, while the caller's profile is on screen, with the news that somebody follows
 * them, or no longer does.
 */
export function useLiveFollowers(profile: Profile): void {
  const client = useQueryClient();
  const reload = () => {
    if (!profile.isSelf) return;
    const { username } = profile;
    for (const queryKey of [meKey, profileKeys.profile(username), followListKey(username, "followers")])
      void client.invalidateQueries({ queryKey });
  };
  useLive("notifications", reload);
  useLiveGap(reload);
}
