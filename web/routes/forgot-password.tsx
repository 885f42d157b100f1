import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { ForgotPasswordScreen } from "#web/features/auth/forgot-password-screen.tsx";
import { safeReturnAddress } from "#web/lib/return-address.ts";

export const Route = createFileRoute("/forgot-password")({
  validateSearch: (search: Record<string, unknown>): { next?: string | undefined } => ({
    next: safeReturnAddress(search["next"]),
  }),
  component: ForgotPassword,
});

function ForgotPassword() {
  const navigate = useNavigate();
  const { next } = Route.useSearch();
  return (
    <ForgotPasswordScreen next={next} onRecovered={() => void navigate({ to: "/change-password", search: { next } })} />
  );
}
