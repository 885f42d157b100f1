import { createFileRoute } from "@tanstack/react-router";
import { MemberPage } from "#web/features/admin/members/member-page.tsx";
import { readTexts } from "#web/lib/search-params.ts";

export const Route = createFileRoute("/admin/users/$memberId")({
  validateSearch: readTexts("tab", "search", "state"),
  component: Member,
});

function Member() {
  const { memberId } = Route.useParams();
  const { tab, ...filter } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <MemberPage
      key={memberId}
      memberId={memberId}
      tab={tab}
      // In the address, so that 'Back' from a case leads to the list it was opened from.
      onTab={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
      filter={filter}
      onFilter={(change) =>
        void navigate({ search: (last) => ({ ...last, ...change }), replace: true, resetScroll: false })
      }
    />
  );
}
