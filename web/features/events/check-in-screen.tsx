import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import clsx from "clsx";
import { Camera, Check } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { CheckInEntry, Event } from "#contract/events.ts";
import { eventQueries } from "#web/data/events.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { errorMessage } from "#web/text/errors.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { CodeBoundary } from "#web/ui/code-boundary.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { MemberName } from "#web/ui/member-name.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useCheckIn, type Verdict } from "./use-check-in.ts";

const TicketScanner = lazyPart(() => import("./ticket-scanner.tsx"), "TicketScanner");

/** At the door: tickets in, a list of who is there. */
export function CheckInScreen({ event }: { event: Event }) {
  const list = useQuery(eventQueries.checkIn(event.id));
  const { check, verdict, waitingCount } = useCheckIn(event.id, list.data);
  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-8 pt-2 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <section aria-label="Tickets" className="flex flex-col gap-5 lg:sticky lg:top-20 lg:self-start">
        {!event.isCheckInOpen && (
          <p className="border-l-2 border-accent pl-4">
            Check-in opens 3 hours before the start and closes a day after the end.
          </p>
        )}
        {"BarcodeDetector" in globalThis && <Scanner onCode={check} />}
        <CodeForm onCode={check} />
        <VerdictNote verdict={verdict} />
        {waitingCount > 0 && (
          <p className="text-fine text-muted">
            {waitingCount} {waitingCount === 1 ? "ticket waits" : "tickets wait"} for the network. Keep this page open.
          </p>
        )}
      </section>
      <section aria-labelledby="there">
        <AttendeeList list={list} />
      </section>
    </div>
  );
}

function Scanner({ onCode }: { onCode: (code: string) => Promise<boolean> }) {
  const [isScanning, setScanning] = useState(false);
  if (!isScanning) {
    return (
      <Button look="primary" size="large" onClick={() => setScanning(true)}>
        <Camera aria-hidden="true" size={18} strokeWidth={1.75} />
        Scan tickets
      </Button>
    );
  }
  return (
    <CodeBoundary fallback={<Skeleton className="mx-auto aspect-square w-full max-w-sm rounded-photo!" />}>
      <TicketScanner onCode={(code) => void onCode(code)} />
    </CodeBoundary>
  );
}

function AttendeeList({ list }: { list: UseQueryResult<CheckInEntry[]> }) {
  const there = list.data?.filter(({ checkedInAt }) => checkedInAt !== null).length ?? 0;
  return (
    <>
      <h2 id="there" className="flex items-baseline gap-4 pb-4">
        {list.data ? (
          <>
            <span className="font-poster text-[4rem] leading-none">{there}</span>
            <span className="text-muted">of {list.data.length} checked in</span>
          </>
        ) : (
          "Attendees"
        )}
      </h2>
      {list.isError && (
        <InlineError
          message={errorMessage(list.error, "Couldn't load the attendees.")}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      {list.isPending && <Skeleton className="h-40" />}
      {list.data?.length === 0 && <p className="text-muted">Nobody is going yet.</p>}
      <ul aria-label="Attendees">
        {list.data?.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </>
  );
}

function CodeForm({ onCode }: { onCode: (code: string) => Promise<boolean> }) {
  const [code, setCode] = useState("");
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === "") return;
    setBusy(true);
    // A refused one stays: it may have a typing error.
    if (await onCode(code)) setCode("");
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="flex items-end gap-3">
      <div className="grow">
        <Field label="Ticket code">
          {(control) => (
            <Input
              {...control}
              value={code}
              onChange={(event) => setCode(event.target.value)}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck="false"
              placeholder="XXXX XXXX XXXX XXXX"
              className="font-mono tracking-[0.06em] uppercase"
            />
          )}
        </Field>
      </div>
      <Button type="submit" look="ink" isBusy={isBusy} className="min-h-12">
        Check in
      </Button>
    </form>
  );
}

const verdictLooks: Record<Verdict["kind"], string> = {
  confirmed: "bg-ink text-paper",
  already: "border border-ink/30",
  waiting: "border border-dashed border-ink/40",
  refused: "border border-danger text-danger",
};

function VerdictNote({ verdict }: { verdict: Verdict | null }) {
  return (
    <output
      className={clsx(
        "block rounded-photo px-5 py-4 text-lead font-medium empty:hidden",
        verdict && verdictLooks[verdict.kind],
      )}
    >
      {verdict?.words}
    </output>
  );
}

function Entry({ entry: { member, checkedInAt, confirmedBy } }: { entry: CheckInEntry }) {
  return (
    <li className="flex items-center gap-3 border-t border-line py-3">
      <Avatar username={member.username} avatarUrl={member.avatarUrl} size={40} />
      <span className="min-w-0 grow truncate font-medium">
        <MemberName member={member} hasHandle />
      </span>
      {checkedInAt !== null && (
        <span className="flex max-w-1/2 shrink-0 flex-wrap items-center justify-end gap-x-2 text-fine text-muted">
          <Check aria-hidden="true" size={16} strokeWidth={2} className="text-accent" />
          {new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(new Date(checkedInAt))}
          {confirmedBy && (
            <span className="min-w-0 truncate max-md:basis-full max-md:text-right">
              by <MemberName member={confirmedBy} />
            </span>
          )}
        </span>
      )}
    </li>
  );
}
