import { createFileRoute } from "@tanstack/react-router";
import { MemberPage } from "#web/features/admin/members/member-page.tsx";

export const Route = createFileRoute("/admin/users/$memberId")({
  validateSearch: (search: Record<string, unknown>): { tab?: string } =>
    typeof search["tab"] === "string" ? { tab: search["tab"] } : {},
  component: Member,
});

function Member() {
  const { memberId } = Route.useParams();
  const { tab } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <MemberPage
      key={memberId}
      memberId={memberId}
      tab={tab}
      // In the address, so that 'Back' from a case leads to the list it was opened from.
      onTab={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
    />
  );
}
