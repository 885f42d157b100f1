import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { MobileScreen } from "#web/features/auth/mobile-screen.tsx";
import { safeReturnAddress } from "#web/lib/return-address.ts";
import { requireVisitor } from "#web/shell/require-visitor.ts";

export const Route = createFileRoute("/auth-mobile")({
  validateSearch: (search: Record<string, unknown>): { next?: string | undefined } => ({
    next: safeReturnAddress(search["next"]),
  }),
  beforeLoad: ({ search }) => requireVisitor(search.next),
  component: AuthMobile,
});

function AuthMobile() {
  const navigate = useNavigate();
  const { next } = Route.useSearch();
  return (
    <MobileScreen
      next={next}
      onSent={(phone, isJustSent) => void navigate({ to: "/auth-otp", search: { next }, state: { phone, isJustSent } })}
    />
  );
}
