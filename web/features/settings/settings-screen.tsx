import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Me } from "#contract/profiles.ts";
import { meQuery } from "#web/data/me.ts";
import { Page, PageHeading } from "#web/shell/page.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { AccountForm } from "./account-form.tsx";
import { LogOut } from "./log-out.tsx";
import { MembershipSection } from "./membership-section.tsx";
import { SettingsGroup, SettingsIndex } from "./settings-layout.tsx";
import { AccountSkeleton, MembershipSkeleton, AvatarSkeleton } from "./settings-skeleton.tsx";
import { AppearanceSwitches, PrivacySkeleton, PrivacySwitches } from "./switch-sections.tsx";

/** Other features' parts, handed in by the route. */
interface OtherParts {
  avatar: (me: Me) => ReactNode;
  notifications: ReactNode;
  security: ReactNode;
  blocks: ReactNode;
  data: ReactNode;
}

/** Of the sections that all members have. */
const titles = [
  "Profile Picture",
  "Account",
  "Membership",
  "Privacy",
  "Blocked and muted",
  "Appearance",
  "Notifications",
  "Security",
  "Your data",
  "Log Out",
] as const;

/** The whole of /settings. */
export function SettingsScreen(parts: OtherParts) {
  const query = useQuery(meQuery);
  const me = query.data;
  return (
    <Page title="Settings">
      <PageHeading kicker={me ? `@${me.username}` : "\u00A0"}>Settings</PageHeading>
      <SettingsIndex titles={titles} />
      {query.error && !me ? (
        <QueryError title="Couldn't load your settings" query={query} />
      ) : (
        <Sections me={me} {...parts} />
      )}
    </Page>
  );
}

function Sections({ me, avatar, notifications, security, blocks, data }: OtherParts & { me: Me | undefined }) {
  return (
    <>
      {!me && <output className="sr-only">Loading your settings...</output>}
      <SettingsGroup title="Profile Picture">{me ? avatar(me) : <AvatarSkeleton />}</SettingsGroup>
      <SettingsGroup title="Account" hint="What others see of you.">
        {me ? <AccountForm me={me} /> : <AccountSkeleton />}
      </SettingsGroup>
      <SettingsGroup title="Membership">{me ? <MembershipSection me={me} /> : <MembershipSkeleton />}</SettingsGroup>
      <SettingsGroup title="Privacy">{me ? <PrivacySwitches me={me} /> : <PrivacySkeleton />}</SettingsGroup>
      <SettingsGroup title="Blocked and muted" hint="They won't be notified.">
        {blocks}
      </SettingsGroup>
      <SettingsGroup title="Appearance">
        <AppearanceSwitches />
      </SettingsGroup>
      {/* Mails lead here. */}
      <SettingsGroup title="Notifications" hint="Choose what you're notified about.">
        {notifications}
      </SettingsGroup>
      <SettingsGroup title="Security" hint="How you sign in.">
        {security}
      </SettingsGroup>
      <SettingsGroup title="Your data" hint="See moderation decisions, download your data or delete your account.">
        {data}
      </SettingsGroup>
      {me?.role === "admin" && (
        <SettingsGroup title="Admin Panel" hint="Members, content, rewards and articles.">
          <a href="/admin" className={buttonClass("ink")}>
            Open Admin Dashboard
          </a>
        </SettingsGroup>
      )}
      {/* With room below, so that a toast does not cover what can be done about it. */}
      <div className="md:pb-16">
        <SettingsGroup title="Log Out" hint="On this device only.">
          <LogOut />
        </SettingsGroup>
      </div>
    </>
  );
}
