import { useState } from "react";
import type { Me, Profile } from "#contract/profiles.ts";
import type { FollowList } from "#web/features/follows/follows.queries.ts";
import { PeopleDialog } from "#web/features/follows/people-dialog.tsx";
import { ShareButton } from "#web/features/outfits/share-button.tsx";
import { AvatarChange } from "#web/features/profile/avatar-change.tsx";
import { BannerChange } from "#web/features/profile/banner-change.tsx";
import { PrivateProfile } from "#web/features/profile/private-profile.tsx";
import { ProfileBanner } from "#web/features/profile/profile-banner.tsx";
import { ProfileIdentity } from "#web/features/profile/profile-identity.tsx";
import { ProfileStats } from "#web/features/profile/profile-stats.tsx";
import { ProfileTop } from "#web/features/profile/profile-top.tsx";
import { PublicPreview } from "#web/features/profile/public-preview.tsx";
import { ViewPublic } from "#web/features/profile/view-public.tsx";
import { profilePath } from "#web/lib/paths.ts";
import { Page } from "#web/shell/page.tsx";
import { ProfileMeet } from "./-profile-meet.tsx";
import { ProfileParts } from "./-profile-parts.tsx";

interface ProfilePageProps {
  profile: Profile;
  /** The caller's own account. */
  me: Me;
  /** One's own profile as others see it. */
  isPreview: boolean;
}

/** The screen at /me and /profile/{username}. */
export function ProfilePage({ profile, me, isPreview }: ProfilePageProps) {
  const isOwner = profile.isSelf && !isPreview;
  const [list, setList] = useState<FollowList | null>(null);
  const { username } = profile;
  return (
    <>
      <ProfileTop
        username={username}
        isSelf={profile.isSelf}
        isHome={isOwner}
        actions={<ShareButton title={`@${username} on Fash`} path={profilePath(username)} />}
      />
      {isPreview && <PublicPreview />}
      <Page title={`@${username}`} width="bleed">
        <div className="relative">
          <ProfileBanner username={username} bannerUrl={profile.bannerUrl} adjustments={profile.bannerAdjustments} />
          {isOwner && (
            <div className="page-width absolute inset-x-0 bottom-4 flex justify-end">
              <BannerChange bannerUrl={profile.bannerUrl} adjustments={profile.bannerAdjustments} />
            </div>
          )}
        </div>
        <div className="page-width relative flex flex-col gap-6">
          <ProfileIdentity
            profile={profile}
            avatarControl={isOwner && <AvatarChange />}
            actions={isOwner ? <ViewPublic /> : !profile.isSelf && <ProfileMeet profile={profile} />}
          >
            <ProfileStats
              posts={profile.postsCount}
              followers={profile.followersCount}
              following={profile.followingCount}
              likes={profile.likesCount}
              onOpen={profile.isVisible ? setList : undefined}
            />
          </ProfileIdentity>
          {profile.isVisible ? (
            <ProfileParts profile={profile} me={me} isOwner={isOwner} />
          ) : (
            <PrivateProfile username={username} followState={profile.followState} />
          )}
        </div>
        <PeopleDialog member={profile} isSelf={isOwner} viewerId={me.id} list={list} onClose={() => setList(null)} />
      </Page>
    </>
  );
}
