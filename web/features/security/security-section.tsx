import { Link } from "@tanstack/react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { Authenticators } from "./authenticators.tsx";
import { ConnectedAccounts } from "./connected-accounts.tsx";
import { SecurityRow } from "./security-row.tsx";
import { Sessions } from "./sessions.tsx";

/** The Security part of the settings. */
export function SecuritySection() {
  return (
    <div className="-mt-4 divide-y divide-line">
      <SecurityRow
        title="Password"
        hint="This signs you out on all other devices."
        action={
          <Link to="/change-password" className={buttonClass("outline", "small")}>
            Change Password
          </Link>
        }
      />
      <Authenticators />
      <ConnectedAccounts />
      <Sessions />
    </div>
  );
}
