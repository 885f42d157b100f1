import { createFileRoute } from "@tanstack/react-router";
import { MemberFilter } from "#contract/admin-members.ts";
import { UsersPage } from "#web/features/admin/members/users-page.tsx";
import { toFilter } from "#web/features/admin/parts/to-filter.ts";
import { readTexts } from "#web/lib/search-params.ts";

export const Route = createFileRoute("/admin/users/")({
  validateSearch: readTexts("search", "role", "status", "reported", "joinedFrom", "joinedUntil", "sort"),
  component: Users,
});

function Users() {
  const navigate = Route.useNavigate();
  return (
    <UsersPage
      filter={toFilter<MemberFilter>(MemberFilter, Route.useSearch())}
      onFilter={(change) =>
        void navigate({ search: (last) => ({ ...last, ...change }), replace: true, resetScroll: false })
      }
    />
  );
}
