import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useSession } from "#web/api/session.ts";
import { readReturnError } from "#web/api/sign-in-trip.ts";
import { ChangePasswordScreen } from "#web/features/auth/change-password-screen.tsx";

export const Route = createFileRoute("/change-password")({ component: ChangePassword });

function ChangePassword() {
  const navigate = useNavigate();
  const { status } = useSession();
  // A link's code that opened no session belongs to another browser; one that did is gone from the address.
  const isLinkBad = readReturnError(location) !== undefined || new URLSearchParams(location.search).has("code");
  // A recovery link proves the mailbox, not the authenticator.
  useEffect(() => {
    if (status === "code-needed") void navigate({ to: "/auth", search: { next: "/change-password" }, replace: true });
  }, [status, navigate]);
  return <ChangePasswordScreen isLinkBad={isLinkBad} onChanged={() => void navigate({ to: "/settings" })} />;
}
