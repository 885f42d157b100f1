import { Lock } from "lucide-react";
import type { FollowState } from "#contract/follows.ts";

/** What others see of a profile that is for followers only. */
export function PrivateProfile({ username, followState }: { username: string; followState: FollowState }) {
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center border-t border-line py-20 text-center">
      <Lock aria-hidden="true" size={32} strokeWidth={1} />
      <h2 className="font-display mt-5 text-title">This profile is private</h2>
      <p className="mt-2 text-muted">
        {followState === "requested"
          ? `@${username} has your request. You will see the outfits here once it is accepted.`
          : `Follow @${username} to see outfits, closet and stylists.`}
      </p>
    </div>
  );
}
