import { createFileRoute, redirect } from "@tanstack/react-router";
import { AdminLayout } from "#web/features/admin/layout/admin-layout.tsx";
import { ConfirmIdentityDialog } from "#web/features/identity/confirm-identity-dialog.tsx";
import { requireSession } from "#web/shell/require-session.ts";

export const Route = createFileRoute("/admin")({
  // A visitor signs in first; who is no admin, and every failure, ends at /explore.
  beforeLoad: async ({ context: { queryClient }, location }) => {
    await requireSession({ location });
    try {
      // Imported when it is needed: nothing of the admin area belongs to the first load of the site.
      const { checkAccess } = await import("#web/features/admin/layout/check-access.ts");
      await checkAccess(queryClient);
    } catch {
      redirect({ to: "/explore", throw: true });
    }
  },
  component: Admin,
});

function Admin() {
  return <AdminLayout identity={<ConfirmIdentityDialog />} />;
}
