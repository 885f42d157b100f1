import type { UserIdentity } from "@supabase/auth-js";
import { useQuery } from "@tanstack/react-query";
import { Smartphone } from "lucide-react";
import { useState } from "react";
import { providerNames, type SocialProvider, socialProviders } from "#web/api/auth-call.ts";
import { startOAuth } from "#web/api/oauth-redirect.ts";
import { useSession } from "#web/api/session.ts";
import { withRecentSignIn } from "#web/data/recent-sign-in.ts";
import { securityQueries, useDisconnect } from "#web/data/security.ts";
import { toast } from "#web/lib/toast.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { authErrorMessage, hasErrorCode } from "#web/text/auth-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { socialIcons } from "#web/ui/social-icons.tsx";
import { SecurityRow } from "./security-row.tsx";

export function ConnectedAccounts() {
  const { data: identities, error, isFetching, refetch } = useQuery(securityQueries.identities);
  const number = identities?.find(({ provider }) => provider === "phone");
  const isOnlyWay = (name: string) => !identities?.some(({ provider, isWayIn }) => provider !== name && isWayIn);
  const kept = useRestoredFocus<HTMLElement>();
  return (
    <section {...kept} aria-labelledby="connected-title" className="pt-5 outline-none">
      <h3 id="connected-title" className="font-semibold">
        Connected accounts
      </h3>
      {error && !identities ? (
        <InlineError message={authErrorMessage(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <ul className="divide-y divide-line">
          {socialProviders.map((provider) => {
            const identity = identities?.find((known) => known.provider === provider);
            return (
              <li key={provider}>
                <ProviderRow
                  provider={provider}
                  isConnected={identity !== undefined}
                  given={identity?.identity_data}
                  isOnlyWay={isOnlyWay(provider)}
                  isKnown={identities !== undefined}
                />
              </li>
            );
          })}
          {number && (
            <li>
              <SecurityRow
                isEntry
                mark={<Smartphone aria-hidden="true" size={18} strokeWidth={1.5} />}
                title="Mobile number"
                hint={`Signs in with a code sent to ${formatNumber(number.identity_data?.["phone"])}`}
                action={<Disconnect provider="phone" name="Mobile number" isOnlyWay={isOnlyWay("phone")} />}
              />
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

const formatNumber = (digits: unknown) => (typeof digits === "string" ? `+${digits.replace(/^\+/, "")}` : "it");

interface ProviderRowProps {
  provider: SocialProvider;
  isConnected: boolean;
  /** What the provider said of its member. */
  given: UserIdentity["identity_data"];
  isOnlyWay: boolean;
  isKnown: boolean;
}

function ProviderRow({ provider, isConnected, given, isOnlyWay, isKnown }: ProviderRowProps) {
  const name = providerNames[provider];
  const session = useSession();
  const address = given?.["email"];
  // A sign-in with a verified address finds the account by it, and connects again.
  const isFoundAgain =
    given?.["email_verified"] === true && session.status === "signed-in" && address === session.email;
  const hint = isConnected ? (typeof address === "string" ? address : "Connected") : "Not connected";
  return (
    <SecurityRow
      isEntry
      mark={socialIcons[provider]}
      title={name}
      hint={isKnown ? hint : "\u00A0"}
      action={
        isKnown &&
        (isConnected ? (
          <Disconnect provider={provider} name={name} isOnlyWay={isOnlyWay} isFoundAgain={isFoundAgain} />
        ) : (
          <Connect provider={provider} />
        ))
      }
    />
  );
}

function Connect({ provider }: { provider: SocialProvider }) {
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = async () => {
    setIsLeaving(true);
    try {
      await withRecentSignIn(() => startOAuth({ provider, purpose: "link", next: "/settings" }));
    } catch (error) {
      setIsLeaving(false);
      const isStale = hasErrorCode(error, "reauthentication_needed");
      toast.error(isStale ? authErrorMessage(error) : `Failed to connect ${providerNames[provider]}`);
    }
  };
  return (
    <Button
      look="outline"
      size="small"
      isBusy={isLeaving}
      aria-label={`Connect ${providerNames[provider]}`}
      onClick={() => void leave()}
    >
      Connect
    </Button>
  );
}

interface DisconnectProps {
  provider: SocialProvider | "phone";
  name: string;
  isOnlyWay: boolean;
  /** Its next sign-in finds the account without being connected. */
  isFoundAgain?: boolean;
}

function Disconnect({ provider, name, isOnlyWay, isFoundAgain = false }: DisconnectProps) {
  const [isAsking, setIsAsking] = useState(false);
  const disconnect = useDisconnect(name);
  const ask = () => {
    if (isOnlyWay) toast.error(`${name} is your only way to sign in. Add another one first.`);
    else setIsAsking(true);
  };
  return (
    <>
      <Button look="outline" size="small" aria-label={`Disconnect ${name}`} onClick={ask}>
        Disconnect
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => disconnect.mutate(provider, { onSettled: () => setIsAsking(false) })}
        title={`Disconnect ${name}?`}
        confirmLabel="Disconnect"
        isBusy={disconnect.isPending}
      >
        {isFoundAgain
          ? `Signing in with ${name} connects it again, because it has the email address of your account.`
          : "You will no longer be able to sign in with it."}
      </ConfirmDialog>
    </>
  );
}
