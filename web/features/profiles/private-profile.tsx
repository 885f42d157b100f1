import { Lock } from "lucide-react";
import type { Profile } from "#contract/profiles.ts";
import { MemberName } from "#web/ui/member-name.tsx";

/** What others see of a profile that is for followers only. */
export function PrivateProfile({ profile }: { profile: Profile }) {
  const name = <MemberName member={profile} />;
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center border-t border-line py-20 text-center">
      <Lock aria-hidden="true" size={32} strokeWidth={1} />
      <h2 className="font-display mt-5 text-title">This profile is private</h2>
      <p className="mt-2 wrap-anywhere text-muted">
        {profile.followState === "requested" ? (
          <>{name} has your request. You will see the outfits here once it is accepted.</>
        ) : (
          <>Follow {name} to see outfits, closet and stylists.</>
        )}
      </p>
    </div>
  );
}
