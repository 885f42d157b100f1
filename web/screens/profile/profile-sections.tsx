import type { Me, Profile } from "#contract/profiles.ts";
import { MemberBoards } from "#web/features/boards/board-shelf.tsx";
import { MemberClosetStrip, OwnClosetStrip } from "#web/features/closet/closet-strip.tsx";
import { FollowMember } from "#web/features/follows/follow-member.tsx";
import { PointsCard } from "#web/features/profiles/points-card.tsx";
import { UploadedOutfits } from "#web/features/profiles/uploaded-outfits.tsx";
import { TopStylists } from "#web/features/stylists/top-stylists.tsx";

/** The sections of a visible profile: what the member wears comes first. */
export function ProfileSections({ profile, me, isOwner }: { profile: Profile; me: Me | null; isOwner: boolean }) {
  const { username, isSelf } = profile;
  const view = isSelf && !isOwner ? "public" : undefined;
  return (
    <div className="flex flex-col gap-14 pb-8 md:gap-20 md:pt-2">
      <UploadedOutfits username={username} view={view} isOwner={isOwner} postsCount={profile.postsCount} />
      <div className="grid gap-x-16 gap-y-14 lg:grid-cols-3">
        {/* Others never see points; the owner's preview of that page reads zero. */}
        {isSelf && <PointsCard points={isOwner && me ? me.points : 0} />}
        <div className={isSelf ? "lg:col-span-2" : "lg:col-span-3"}>
          <TopStylists
            username={username}
            isEditable={isOwner}
            renderFollow={(stylist) => <FollowMember member={stylist} />}
          />
        </div>
      </div>
      {isOwner && me ? (
        <OwnClosetStrip username={username} isPrivate={me.isClosetPrivate} />
      ) : (
        <MemberClosetStrip
          username={username}
          view={view}
          isPrivate={profile.isClosetPrivate}
          boards={<MemberBoards username={username} view={view} />}
        />
      )}
    </div>
  );
}
