import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { securityQueries, useRemoveAuthenticator } from "#web/data/security.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { authErrorMessage } from "#web/text/auth-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { AuthenticatorDialog } from "./authenticator-dialog.tsx";
import { SecurityRow } from "./security-row.tsx";

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/** Authenticator apps: each gives codes that sign-in asks for after the password. */
export function Authenticators() {
  const { data: factors, error, isFetching, refetch } = useQuery(securityQueries.authenticators);
  const [isSettingUp, setIsSettingUp] = useState(false);
  const kept = useRestoredFocus<HTMLElement>();
  const hasAny = factors !== undefined && factors.length > 0;
  return (
    <section {...kept} className="outline-none">
      <SecurityRow
        title="Authenticator app"
        hint={hasAny ? "Sign-in asks for its code, too." : "Two-step sign-in: we also ask for a code from your phone."}
        action={
          <Button look="outline" size="small" disabled={factors === undefined} onClick={() => setIsSettingUp(true)}>
            {hasAny ? "Add another" : "Set up"}
          </Button>
        }
      />
      {error && !factors && (
        <InlineError message={authErrorMessage(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {hasAny && (
        <ul aria-label="Authenticator apps" className="divide-y divide-line border-t border-line">
          {factors.map((factor) => (
            <li key={factor.id}>
              <AuthenticatorRow
                id={factor.id}
                name={factor.friendly_name ?? "Authenticator"}
                since={factor.created_at}
              />
            </li>
          ))}
        </ul>
      )}
      <AuthenticatorDialog isOpen={isSettingUp} onClose={() => setIsSettingUp(false)} />
    </section>
  );
}

function AuthenticatorRow({ id, name, since }: { id: string; name: string; since: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useRemoveAuthenticator();
  return (
    <>
      <SecurityRow
        isEntry
        mark={<ShieldCheck aria-hidden="true" size={20} strokeWidth={1.5} />}
        title={name}
        hint={`Since ${dates.format(new Date(since))}`}
        action={
          <Button look="outline" size="small" aria-label={`Remove ${name}`} onClick={() => setIsAsking(true)}>
            Remove
          </Button>
        }
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => remove.mutate(id, { onSettled: () => setIsAsking(false) })}
        title={`Remove ${name}?`}
        confirmLabel="Remove"
        isBusy={remove.isPending}
      >
        Its codes will no longer be asked for. If this is the last one, signing in has no second step any more.
      </ConfirmDialog>
    </>
  );
}
