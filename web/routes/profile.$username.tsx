import { type QueryClient, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, redirect } from "@tanstack/react-router";
import { ApiError } from "#web/api/api-error.ts";
import { settledSession, useSession } from "#web/api/session.ts";
import { meQuery } from "#web/data/me.ts";
import { profileQueries } from "#web/data/profiles.ts";
import { ProfileSkeleton } from "#web/features/profiles/profile-skeleton.tsx";
import { safeReturnAddress } from "#web/lib/return-address.ts";
import { ProfileFailure } from "#web/screens/profile/profile-failure.tsx";
import { ProfilePage } from "#web/screens/profile/profile-page.tsx";

export interface ProfileSearch {
  view?: "public" | undefined;
}

/** Whether visitors may read profiles is a setting of the server: after its first refusal nothing is asked of it again. */
const refused = new WeakSet<QueryClient>();

export const Route = createFileRoute("/profile/$username")({
  validateSearch: (search: Record<string, unknown>): ProfileSearch =>
    search["view"] === "public" ? { view: "public" } : {},
  loader: async ({ context: { queryClient }, params: { username }, location }) => {
    const { status } = await settledSession();
    const isMember = status === "signed-in";
    const toSignIn = () => redirect({ to: "/auth", search: { next: safeReturnAddress(location.href) } });
    if (!isMember && refused.has(queryClient)) throw toSignIn();
    const [profile] = await Promise.all([
      queryClient.ensureQueryData(profileQueries.profile(username)).catch((error: unknown) => {
        const isClosed = error instanceof ApiError && error.code === "auth.required";
        if (isMember || !isClosed) throw error;
        refused.add(queryClient);
        throw toSignIn();
      }),
      isMember && queryClient.ensureQueryData(meQuery),
    ]);
    // A former username redirects to the current one.
    if (profile.username !== username) {
      throw redirect({ to: "/profile/$username", params: { username: profile.username }, search: true, replace: true });
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
  const isMember = useSession().status === "signed-in";
  const { data: me } = useQuery({ ...meQuery, enabled: isMember });
  const isPreview = profile.isSelf && view === "public";
  return (
    <ProfilePage key={profile.id} profile={(profile.isSelf && me) || profile} me={me ?? null} isPreview={isPreview} />
  );
}
