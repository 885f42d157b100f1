import { useNavigate } from "@tanstack/react-router";
import { MessageCircle } from "lucide-react";
import { useState } from "react";
import type { Me, Profile } from "#contract/profiles.ts";
import { MemberClosetStrip, OwnClosetStrip } from "#web/features/closet/closet-strip.tsx";
import { FollowButton } from "#web/features/follows/follow-button.tsx";
import type { FollowList } from "#web/features/follows/follows.queries.ts";
import { PeopleDialog } from "#web/features/follows/people-dialog.tsx";
import { useStartThread } from "#web/features/messages/messages.queries.ts";
import { AvatarChange } from "#web/features/profile/avatar-change.tsx";
import { BannerChange } from "#web/features/profile/banner-change.tsx";
import { PointsCard } from "#web/features/profile/points-card.tsx";
import { PrivateProfile } from "#web/features/profile/private-profile.tsx";
import { ProfileBanner } from "#web/features/profile/profile-banner.tsx";
import { ProfileIdentity } from "#web/features/profile/profile-identity.tsx";
import { ProfileStats } from "#web/features/profile/profile-stats.tsx";
import { ProfileTop } from "#web/features/profile/profile-top.tsx";
import { PublicPreview } from "#web/features/profile/public-preview.tsx";
import { UploadedOutfits } from "#web/features/profile/uploaded-outfits.tsx";
import { TopStylists } from "#web/features/stylists/top-stylists.tsx";
import { Page } from "#web/shell/page.tsx";
import { Button } from "#web/ui/button.tsx";

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
      <ProfileTop username={username} isSelf={profile.isSelf} hasSettings={isOwner} />
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
            actions={isOwner ? <ViewPublic /> : !profile.isSelf && <Meet profile={profile} />}
          />
          <ProfileStats
            posts={profile.postsCount}
            followers={profile.followersCount}
            following={profile.followingCount}
            likes={profile.likesCount}
            onOpen={profile.isVisible ? setList : undefined}
          />
          {profile.isVisible ? (
            <div className="flex flex-col gap-14 pt-4 pb-8 md:gap-20">
              {profile.isSelf && <PointsCard points={isPreview ? 0 : me.points} />}
              <TopStylists username={username} isEditable={isOwner} />
              {isOwner ? (
                <OwnClosetStrip isPrivate={me.isClosetPrivate} />
              ) : (
                <MemberClosetStrip username={username} isPrivate={profile.isClosetPrivate} />
              )}
              <UploadedOutfits username={username} isOwner={isOwner} />
            </div>
          ) : (
            <PrivateProfile username={username} followState={profile.followState} />
          )}
        </div>
        <PeopleDialog username={username} isSelf={isOwner} viewerId={me.id} list={list} onClose={() => setList(null)} />
      </Page>
    </>
  );
}

function ViewPublic() {
  const navigate = useNavigate();
  return (
    <Button look="outline" onClick={() => void navigate({ to: "/me", search: { view: "public" } })}>
      View Public
    </Button>
  );
}

function Meet({ profile }: { profile: Profile }) {
  const start = useStartThread();
  const navigate = useNavigate();
  const write = () =>
    start.mutate(profile.username, {
      onSuccess: ({ id }) => void navigate({ to: "/messages", search: { thread: id } }),
    });
  return (
    <>
      <FollowButton member={profile} state={profile.followState} />
      <Button look="outline" isBusy={start.isPending} onClick={write} aria-label={`Message @${profile.username}`}>
        <MessageCircle aria-hidden="true" size={18} strokeWidth={1.5} />
        Message
      </Button>
    </>
  );
}
