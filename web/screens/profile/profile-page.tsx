import { useState } from "react";
import { fullNameOf, nameOf } from "#contract/member-names.ts";
import type { Me, Profile } from "#contract/profiles.ts";
import type { FollowList } from "#web/data/follows.ts";
import { type KeptFigures, useKeptFigures } from "#web/data/kept-figures.ts";
import { useLiveFollowers } from "#web/data/live-followers.ts";
import { PeopleDialog } from "#web/features/follows/people-dialog.tsx";
import { ShareButton } from "#web/features/outfits/share-button.tsx";
import { AvatarChange } from "#web/features/profiles/avatar-change.tsx";
import { BannerChange } from "#web/features/profiles/banner-change.tsx";
import { LikesDialog } from "#web/features/profiles/likes-dialog.tsx";
import { PrivateProfile } from "#web/features/profiles/private-profile.tsx";
import { ProfileBanner } from "#web/features/profiles/profile-banner.tsx";
import { ProfileIdentity } from "#web/features/profiles/profile-identity.tsx";
import { type FigureName, ProfileStats } from "#web/features/profiles/profile-stats.tsx";
import { ProfileTop } from "#web/features/profiles/profile-top.tsx";
import { PublicPreview } from "#web/features/profiles/public-preview.tsx";
import { ViewPublic } from "#web/features/profiles/view-public.tsx";
import { profilePath } from "#web/lib/paths.ts";
import { Page } from "#web/shell/page.tsx";
import { ProfileActions } from "./profile-actions.tsx";
import { ProfileSections } from "./profile-sections.tsx";
import { siteName } from "#web/lib/site-name.ts";

interface ProfilePageProps {
  profile: Profile;
  /** The caller's own account; null for a visitor. */
  me: Me | null;
  /** The caller's own profile as others see it. */
  isPreview: boolean;
  /** At /me. */
  isHome?: boolean;
}

/** The screen at /me and /profile/{username}. */
export function ProfilePage({ profile: loaded, me, isPreview, isHome = false }: ProfilePageProps) {
  const profile = isPreview && loaded.isPrivate ? toClosed(loaded) : loaded;
  const isOwner = profile.isSelf && !isPreview;
  const figures = useKeptFigures(profile);
  useLiveFollowers(profile);
  const [opened, setOpened] = useState<FollowList | "likes" | null>(null);
  const open = (figure: FigureName) => (figure === "posts" ? showUploads() : setOpened(figure));
  const { username } = profile;
  const fullName = fullNameOf(profile);
  return (
    <>
      <ProfileTop
        username={username}
        isSelf={profile.isSelf}
        isOwner={isOwner}
        isHome={isHome}
        actions={<ShareButton title={`${fullName} on ${siteName()}`} path={profilePath(username)} />}
      />
      {isPreview && <PublicPreview />}
      <Page title={fullName} width="bleed">
        <div className="relative">
          <ProfileBanner username={username} bannerUrl={profile.bannerUrl} adjustments={profile.bannerAdjustments} />
          {isOwner && (
            <div className="page-width absolute inset-x-0 bottom-4 flex justify-end">
              <BannerChange bannerUrl={profile.bannerUrl} adjustments={profile.bannerAdjustments} />
            </div>
          )}
        </div>
        <div className="page-width relative flex flex-col gap-4 md:gap-6">
          <ProfileIdentity
            profile={profile}
            avatarControl={isOwner && <AvatarChange />}
            actions={isOwner ? <ViewPublic /> : !profile.isSelf && <ProfileActions profile={profile} />}
          >
            <ProfileStats
              {...figures}
              followers={profile.followersCount}
              following={profile.followingCount}
              onOpen={profile.isVisible ? open : undefined}
            />
          </ProfileIdentity>
          {profile.isVisible ? (
            <ProfileSections profile={profile} me={me} isOwner={isOwner} />
          ) : (
            <PrivateProfile profile={profile} />
          )}
        </div>
        <ProfileDialogs
          profile={profile}
          figures={figures}
          me={me}
          isOwner={isOwner}
          opened={opened}
          onClose={() => setOpened(null)}
        />
      </Page>
    </>
  );
}

/** One's own private profile as those see it who do not follow it: as the server would send it to them. */
const toClosed = (profile: Profile): Profile => ({
  ...profile,
  isVisible: false,
  isVerified: false,
  role: null,
  membershipTier: null,
  bannerUrl: null,
  bannerAdjustments: null,
});

interface ProfileDialogsProps {
  profile: Profile;
  figures: KeptFigures;
  me: Me | null;
  isOwner: boolean;
  opened: FollowList | "likes" | null;
  onClose: () => void;
}

/** What the figures open. */
function ProfileDialogs({ profile, figures, me, isOwner, opened, onClose }: ProfileDialogsProps) {
  return (
    <>
      <PeopleDialog
        member={profile}
        isSelf={isOwner}
        viewerId={me?.id}
        list={opened === "likes" ? null : opened}
        onClose={onClose}
      />
      <LikesDialog name={nameOf(profile)} {...figures} isOpen={opened === "likes"} onClose={onClose} />
    </>
  );
}

/** The section with the posts, and the focus on its heading. */
function showUploads(): void {
  const heading = document.querySelector<HTMLElement>("#uploads");
  heading?.scrollIntoView({ block: "start" });
  heading?.focus({ preventScroll: true });
}
