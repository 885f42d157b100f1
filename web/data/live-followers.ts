import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Profile } from "#contract/profiles.ts";
import { useLive, useLiveGap } from "#web/api/live.ts";
import { followListKey } from "./follows.ts";
import { meKey } from "./me.ts";
import { profileKeys } from "./profiles.ts";

/** Between two reloads: a post that many like brings a notification each second, none of which is about followers. */
const pauseMs = 3_000;

/**
 * Reloads the own followers and their number, while the caller's profile is on screen, with the news that somebody follows
 * them, or no longer does: at once, and what comes during the pause after that at its end.
 */
export function useLiveFollowers(profile: Profile): void {
  const client = useQueryClient();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDue = useRef(false);
  useEffect(() => () => clearTimeout(pause.current), []);
  const reload = () => {
    if (!profile.isSelf) return;
    isDue.current = pause.current !== undefined;
    if (isDue.current) return;
    const { username } = profile;
    for (const queryKey of [meKey, profileKeys.profile(username), followListKey(username, "followers")])
      void client.invalidateQueries({ queryKey });
    pause.current = setTimeout(() => {
      pause.current = undefined;
      if (isDue.current) reload();
    }, pauseMs);
  };
  useLive("notifications", reload);
  useLiveGap(reload);
}
