import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { readCallbackError } from "#web/api/oauth-redirect.ts";
import { useSession } from "#web/api/session.ts";
import { ChangePasswordScreen, type LinkFailure } from "#web/features/auth/change-password-screen.tsx";
import { ConfirmIdentityDialog } from "#web/features/identity/confirm-identity-dialog.tsx";
import { safeReturnAddress } from "#web/lib/return-address.ts";
import { outageCodes } from "#web/text/auth-errors.ts";

export const Route = createFileRoute("/change-password")({
  validateSearch: (search: Record<string, unknown>): { next?: string | undefined } => ({
    next: safeReturnAddress(search["next"]),
  }),
  component: ChangePassword,
});

/** Why the e-mail's link opened no session. */
function readLinkFailure(): LinkFailure | undefined {
  const code = readCallbackError(location)?.code;
  if (code === "over_request_rate_limit") return "limited";
  if (code !== undefined) return outageCodes.includes(code) ? "unchecked" : "expired";
  // A code still in the URL was requested in another browser; a used one has been removed.
  return new URLSearchParams(location.search).has("code") ? "expired" : undefined;
}

function ChangePassword() {
  const navigate = useNavigate();
  const { next = "/settings" } = Route.useSearch();
  const { status } = useSession();
  // A recovery link proves access to the mailbox, not the authenticator.
  useEffect(() => {
    if (status === "code-needed") void navigate({ to: "/auth", search: { next: "/change-password" }, replace: true });
  }, [status, navigate]);
  return (
    <>
      <ChangePasswordScreen linkFailure={readLinkFailure()} onChanged={() => void navigate({ href: next })} />
      <ConfirmIdentityDialog />
    </>
  );
}
