import { createFileRoute, redirect } from "@tanstack/react-router";

/** Without a name the profile is one's own. */
export const Route = createFileRoute("/profile/")({
  beforeLoad: () => redirect({ to: "/me", replace: true, throw: true }),
});
