import { createFileRoute } from "@tanstack/react-router";
import { MemberPage } from "#web/features/admin/member-page.tsx";

export const Route = createFileRoute("/admin/users/$memberId")({ component: Member });

function Member() {
  const { memberId } = Route.useParams();
  return <MemberPage key={memberId} memberId={memberId} />;
}
