import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { meQuery } from "#web/data/me.ts";
import { ProfileSkeleton } from "#web/features/profiles/profile-skeleton.tsx";
import { ProfileFailure } from "#web/screens/profile/profile-failure.tsx";
import { ProfilePage } from "#web/screens/profile/profile-page.tsx";
import { requireSession } from "#web/shell/require-session.ts";

export interface ProfileSearch {
  /** `public` shows the owner's profile as others see it. */
  view?: "public" | undefined;
}

export const Route = createFileRoute("/me")({
  validateSearch: (search: Record<string, unknown>): ProfileSearch =>
    search["view"] === "public" ? { view: "public" } : {},
  beforeLoad: requireSession,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(meQuery),
  pendingComponent: ProfileSkeleton,
  errorComponent: ProfileFailure,
  component: OwnProfile,
});

function OwnProfile() {
  const { view } = Route.useSearch();
  const { data: me } = useSuspenseQuery(meQuery);
  return <ProfilePage profile={me} me={me} isPreview={view === "public"} isHome={view !== "public"} />;
}
