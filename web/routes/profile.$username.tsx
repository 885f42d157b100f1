import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, redirect } from "@tanstack/react-router";
import { meQuery } from "#web/data/me.ts";
import { profileQueries } from "#web/data/profiles.ts";
import { ProfileSkeleton } from "#web/features/profiles/profile-skeleton.tsx";
import { ProfileFailure } from "#web/screens/profile/profile-failure.tsx";
import { ProfilePage } from "#web/screens/profile/profile-page.tsx";
import { requireSession } from "#web/shell/require-session.ts";

export interface ProfileSearch {
  view?: "public" | undefined;
}

export const Route = createFileRoute("/profile/$username")({
  validateSearch: (search: Record<string, unknown>): ProfileSearch =>
    search["view"] === "public" ? { view: "public" } : {},
  beforeLoad: requireSession,
  loader: async ({ context: { queryClient }, params: { username } }) => {
    const [profile] = await Promise.all([
      queryClient.ensureQueryData(profileQueries.profile(username)),
      queryClient.ensureQueryData(meQuery),
    ]);
    // A former username redirects to the current one.
    if (profile.username !== username) {
      throw redirect({ to: "/profile/$username", params: { username: profile.username }, replace: true });
    }
  },
  pendingComponent: ProfileSkeleton,
  errorComponent: ProfileFailure,
  component: MemberProfile,
});

function MemberProfile() {
  const { username } = Route.useParams();
  const { view } = Route.useSearch();
  const { data: profile } = useSuspenseQuery(profileQueries.profile(username));
  const { data: me } = useSuspenseQuery(meQuery);
  const isPreview = profile.isSelf && view === "public";
  return <ProfilePage key={profile.id} profile={profile.isSelf ? me : profile} me={me} isPreview={isPreview} />;
}
