import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { meQuery } from "#web/api/me.ts";
import { ProfileSkeleton } from "#web/features/profile/profile-skeleton.tsx";
import { requireSession } from "#web/shell/require-session.ts";
import { ProfilePage } from "./-profile-page.tsx";

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
  component: OwnProfile,
});

function OwnProfile() {
  const { view } = Route.useSearch();
  const { data: me } = useSuspenseQuery(meQuery);
  return <ProfilePage profile={me} me={me} isPreview={view === "public"} />;
}
