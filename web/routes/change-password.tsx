import { createFileRoute, useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { readCallbackError } from "#web/api/oauth-redirect.ts";
import { useSession } from "#web/api/session.ts";
import { ChangePasswordScreen } from "#web/features/auth/change-password-screen.tsx";
import { InvitationScreen } from "#web/features/auth/invitation-screen.tsx";
import type { LinkFailure } from "#web/features/auth/no-session.tsx";
import { ServiceLinkScreen } from "#web/features/auth/service-link-screen.tsx";
import { readServiceLink, useInvitation } from "#web/features/auth/service-link.ts";
import { ConfirmIdentityDialog } from "#web/features/identity/confirm-identity-dialog.tsx";
import { LogOut } from "#web/features/settings/log-out.tsx";
import { onboardingBefore, safeReturnAddress } from "#web/lib/return-address.ts";
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
  const hash = useLocation({ select: (address) => address.hash });
  const { next } = Route.useSearch();
  const link = readServiceLink(hash);
  return link ? <ServiceLinkScreen key={link.token} link={link} next={next} logOut={<LogOut />} /> : <NewPassword />;
}

function NewPassword() {
  const navigate = useNavigate();
  const { next } = Route.useSearch();
  const { status } = useSession();
  const invitation = useInvitation();
  const welcome = onboardingBefore(next);
  // A recovery link proves access to the mailbox, not the authenticator.
  const isCodeNeeded = status === "code-needed" && invitation === undefined;
  const here = next === undefined ? "/change-password" : `/change-password?next=${encodeURIComponent(next)}`;
  useEffect(() => {
    if (isCodeNeeded) void navigate({ to: "/auth", search: { next: here }, replace: true });
  }, [isCodeNeeded, here, navigate]);
  return (
    <>
      {invitation === undefined ? (
        <ChangePasswordScreen
          linkFailure={readLinkFailure()}
          onChanged={() => void navigate({ href: next ?? "/settings" })}
        />
      ) : (
        <InvitationScreen
          key={invitation}
          token={invitation}
          logOut={<LogOut />}
          onSpent={() =>
            // A reload, which has the token no more, leads to the onboarding, too.
            void navigate({ to: "/change-password", search: { next: welcome }, replace: true, viewTransition: false })
          }
          onDone={() => void navigate({ href: welcome, replace: true })}
        />
      )}
      <ConfirmIdentityDialog />
    </>
  );
}
