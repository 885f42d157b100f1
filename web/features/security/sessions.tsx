import { useQuery } from "@tanstack/react-query";
import { Laptop, type LucideIcon, Monitor, Smartphone, Tablet } from "lucide-react";
import { useState } from "react";
import { type DeviceKind, deviceOf } from "#contract/device-name.ts";
import type { MemberSession } from "#contract/sessions.ts";
import { securityQueries, useEndOtherSessions, useEndSession } from "#web/data/security.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SecurityRow } from "./security-row.tsx";

const icons: Record<DeviceKind, LucideIcon> = {
  phone: Smartphone,
  tablet: Tablet,
  computer: Laptop,
  unknown: Monitor,
};

/** Where the member is signed in. */
export function Sessions() {
  const { data, isPending, isError, isFetching, refetch } = useQuery(securityQueries.sessions);
  const kept = useRestoredFocus<HTMLElement>();
  const sessions = data?.items ?? [];
  return (
    <section {...kept} aria-labelledby="sessions-title" className="pt-5 outline-none">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="sessions-title" className="font-semibold">
          Your devices
        </h3>
        {sessions.length > 1 && <EndOthers />}
      </div>
      {isPending && <Skeleton className="my-4 h-12" />}
      {isError && !data && (
        <ErrorState title="Couldn't load your devices" onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <li key={session.id}>
            <SessionRow session={session} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SessionRow({ session }: { session: MemberSession }) {
  const device = deviceOf(session.userAgent);
  const Icon = icons[device.kind];
  const end = useEndSession();
  return (
    <SecurityRow
      isEntry
      mark={<Icon aria-hidden="true" size={20} strokeWidth={1.5} />}
      title={
        <>
          {device.name}
          {session.isCurrent && (
            <span className="ml-2 rounded-full bg-ink px-2 py-0.5 text-[0.6875rem] font-medium text-paper">
              This device
            </span>
          )}
        </>
      }
      hint={
        <>
          {session.isCurrent ? (
            "Active now"
          ) : (
            <>
              Last active <RelativeTime at={session.lastUsedAt} />
            </>
          )}
          {session.ip !== "" && ` · ${session.ip}`}
        </>
      }
      action={
        !session.isCurrent && (
          <Button
            look="outline"
            size="small"
            isBusy={end.isPending}
            aria-label={`Log out ${device.name}`}
            onClick={() => end.mutate(session.id)}
          >
            Log out
          </Button>
        )
      }
    />
  );
}

function EndOthers() {
  const [isAsking, setIsAsking] = useState(false);
  const end = useEndOtherSessions();
  return (
    <>
      <Button look="quiet" size="small" className="-mr-4" onClick={() => setIsAsking(true)}>
        Log out all others
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => end.mutate(undefined, { onSettled: () => setIsAsking(false) })}
        title="Log out all other devices?"
        confirmLabel="Log out all others"
        isBusy={end.isPending}
      >
        Everyone who is signed in to your account elsewhere has to sign in again. You stay signed in here.
      </ConfirmDialog>
    </>
  );
}
