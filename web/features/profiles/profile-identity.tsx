import { BadgeCheck, MapPin } from "lucide-react";
import type { ReactNode } from "react";
import { nameOf } from "#contract/member-names.ts";
import type { Profile } from "#contract/profiles.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { MemberName } from "#web/ui/member-name.tsx";
import { SocialLinks } from "./social-links.tsx";

interface ProfileIdentityProps {
  profile: Profile;
  /** On the picture: the way to another one. */
  avatarControl?: ReactNode;
  /** Follow, message, View Public. */
  actions?: ReactNode;
  /** Under the words: the figures. */
  children: ReactNode;
}

/** Shown until a member sets a location, docs/product.md#profiles. */
const placeholderLocation = "Somewhere stylish";

/** Picture, words and actions: on phones the words below, on wide screens between. */
export const identityGridClass =
  "grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-3 [grid-template-areas:'picture_actions'_'text_text'] lg:grid-cols-[auto_minmax(0,1fr)_auto] lg:gap-x-8 lg:[grid-template-areas:'picture_text_actions']";

export function ProfileIdentity({ profile, avatarControl, actions, children }: ProfileIdentityProps) {
  const { username, displayName, avatarUrl, isVisible } = profile;
  return (
    <div className={identityGridClass}>
      <div className="relative -mt-14 size-fit rounded-full [grid-area:picture] border-4 border-paper bg-paper md:-mt-20">
        <Avatar username={username} avatarUrl={avatarUrl} size={112} className="max-w-none md:size-40!" />
        {avatarControl}
      </div>
      <div className="min-w-0 [grid-area:text] lg:pt-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1
            style={{ fontSize: fittingSize(nameOf(profile)) }}
            className="font-display min-w-0 text-headline break-words"
          >
            <MemberName member={profile} />
          </h1>
          {profile.isVerified && (
            <span className="text-accent">
              <BadgeCheck aria-hidden="true" size={26} strokeWidth={1.5} />
              <span className="sr-only">Verified</span>
            </span>
          )}
          <Badges profile={profile} />
        </div>
        {displayName !== null && <p className="text-muted">@{username}</p>}
        {isVisible && (
          <>
            <p className="mt-1 flex items-center gap-1.5 text-fine text-muted">
              <MapPin aria-hidden="true" size={14} strokeWidth={1.5} className="shrink-0" />
              <span className="min-w-0">{profile.location ?? placeholderLocation}</span>
            </p>
            <p dir="auto" className="mt-2 max-w-prose whitespace-pre-line">
              {profile.bio ?? <span className="text-muted">No bio yet</span>}
            </p>
            <div className="mt-1">
              <SocialLinks profile={profile} />
            </div>
          </>
        )}
        <div className="mt-2 md:mt-4">{children}</div>
      </div>
      {actions && (
        <div className="flex flex-wrap items-start justify-end gap-1 pt-3 [grid-area:actions] sm:gap-2 md:gap-3 lg:pt-6">
          {actions}
        </div>
      )}
    </div>
  );
}

/** The longest word of most names has room on a phone's line, where it would be cut in two. */
function fittingSize(name: string): string {
  const longest = Math.max(...name.split(/\s+/).map((word) => word.length));
  return `min(var(--text-headline), max(1.25rem, ${Math.floor(165 / longest)}vw))`;
}

function Badges({ profile }: { profile: Profile }) {
  const { isVerified, role, membershipTier } = profile;
  const badges = [
    isVerified ? "Creator/Founder" : null,
    role === "business" ? "Business" : null,
    membershipTier !== null && membershipTier !== "free" ? membershipTier : null,
  ].filter((badge) => badge !== null);
  return badges.map((badge) => (
    <span key={badge} className="small-caps rounded-full border border-ink/25 px-2.5 py-0.5">
      {badge}
    </span>
  ));
}
