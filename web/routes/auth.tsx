import { createFileRoute } from "@tanstack/react-router";
import { safeReturnAddress } from "#web/lib/return-address.ts";
import { Page, PageHeading } from "#web/shell/page.tsx";

export interface AuthSearch {
  /** Where to go after signing in. */
  next?: string | undefined;
}

export const Route = createFileRoute("/auth")({
  validateSearch: (search: Record<string, unknown>): AuthSearch => ({ next: safeReturnAddress(search["next"]) }),
  component: Auth,
});

function Auth() {
  return (
    <Page title="Sign in" width="reading">
      <PageHeading>Sign in</PageHeading>
    </Page>
  );
}
