import { createFileRoute, redirect } from "@tanstack/react-router";
import { ApiError } from "#web/api/api-error.ts";
import { AdminLayout } from "#web/features/admin/layout/admin-layout.tsx";
import { ConfirmIdentityDialog } from "#web/features/identity/confirm-identity-dialog.tsx";
import { toast } from "#web/lib/toast.ts";
import { requireSession } from "#web/shell/require-session.ts";
import { errorMessage } from "#web/text/errors.ts";

export const Route = createFileRoute("/admin")({
  // A visitor signs in first; who is no admin, and every failure, ends at /explore.
  beforeLoad: async ({ context: { queryClient }, location }) => {
    await requireSession({ location });
    try {
      // Imported when it is needed: nothing of the admin area belongs to the first load of the site.
      const { adminQueries } = await import("#web/data/admin.ts");
      await queryClient.fetchQuery(adminQueries.access);
    } catch (error) {
      // An admin without it would not know why the area stays closed.
      if (isSecondFactorMissing(error)) toast.error(errorMessage(error));
      redirect({ to: "/explore", throw: true });
    }
  },
  component: Admin,
});

const isSecondFactorMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "auth.second_factor_required";

function Admin() {
  return <AdminLayout identity={<ConfirmIdentityDialog />} />;
}
