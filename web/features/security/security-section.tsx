import { Link } from "@tanstack/react-router";
import { useSession } from "#web/api/session.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Authenticators } from "./authenticators.tsx";
import { ConnectedAccounts } from "./connected-accounts.tsx";
import { SecurityRow } from "./security-row.tsx";
import { Sessions } from "./sessions.tsx";

/** The Security part of the settings. */
export function SecuritySection() {
  const session = useSession();
  // A password signs in together with an e-mail address only.
  const hasEmail = session.status !== "signed-in" || Boolean(session.email);
  return (
    <div className="-mt-4 divide-y divide-line">
      {hasEmail && (
        <SecurityRow
          title="Password"
          hint="This signs you out on all other devices."
          action={
            <Link to="/change-password" className={buttonClass("outline", "small")}>
              Change Password
            </Link>
          }
        />
      )}
      <Authenticators />
      <ConnectedAccounts />
      <Sessions />
    </div>
  );
}
