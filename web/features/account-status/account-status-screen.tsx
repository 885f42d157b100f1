import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isBlankText } from "#contract/blank-text.ts";
import { limits } from "#contract/limits.ts";
import type { AccountAction, AccountStatus } from "#contract/moderation.ts";
import { moderationQueries, useAppeal } from "#web/data/moderation.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { Page, PageHeading } from "#web/shell/page.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import "./account-status.css";

const date = new Intl.DateTimeFormat("en", { dateStyle: "long" });
const toDate = (time: string) => date.format(new Date(time));
const kindNames: Record<AccountAction["kind"], string> = {
  hidden: "Hidden",
  deleted: "Removed",
  warned: "Warning",
  suspended: "Suspension",
  held: "Being checked",
};

interface StatusProps {
  status: AccountStatus;
  /** A suspended member cannot reach the settings, where this button is. */
  logOut: ReactNode;
}

/** What was done to the member or to something of theirs, why, and how to appeal. */
export function AccountStatusScreen({ logOut }: { logOut: ReactNode }) {
  const query = useQuery(moderationQueries.accountStatus);
  const { data, error } = query;
  return (
    <Page title="Account status" width="reading">
      <PageHeading kicker={data ? `@${data.username}` : " "}>Account status</PageHeading>
      {error && !data ? (
        <QueryError title="Couldn't load your status" query={query} />
      ) : data ? (
        <Status status={data} logOut={logOut} />
      ) : (
        <Skeleton className="h-60 rounded-photo!" />
      )}
    </Page>
  );
}

function Status({ status, logOut }: StatusProps) {
  return (
    <>
      {status.isSuspended && (
        <section aria-label="Suspension" data-suspended="" className="mb-8 rounded-photo border border-danger p-4">
          <h2 className="text-lead font-semibold">Your account is suspended</h2>
          <p className="mt-1">
            {status.suspendedUntil === null
              ? "The suspension is permanent. You can only see this page."
              : `The suspension ends on ${toDate(status.suspendedUntil)}. Until then you can only see this page.`}
          </p>
          <div className="mt-4">{logOut}</div>
        </section>
      )}
      {status.actions.length === 0 ? (
        <EmptyState title="All good" art="page">
          Nothing of yours has been hidden or removed.
        </EmptyState>
      ) : (
        <ul aria-label="Decisions about your account" className="divide-y divide-line border-y border-line">
          {status.actions.map((action) => (
            <li key={action.id} className="py-5">
              <Action action={action} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Action({ action }: { action: AccountAction }) {
  const { appeal } = action;
  // The form goes once the appeal is sent.
  const kept = useRestoredFocus<HTMLElement>();
  return (
    <article {...kept}>
      <h2 className="font-semibold">
        {kindNames[action.kind]}
        {action.targetType !== "profile" && action.excerpt && `: ${action.targetType} “${action.excerpt}”`}
      </h2>
      <p className="text-fine text-muted">
        {toDate(action.createdAt)}
        {action.endsAt && `, until ${toDate(action.endsAt)}`}
        {action.purgeAt && `, deleted for good on ${toDate(action.purgeAt)}`}
        {action.revokedAt && `, ${action.kind === "held" ? "checked" : "taken back"} on ${toDate(action.revokedAt)}`}
      </p>
      <p className="mt-2 whitespace-pre-line">{action.reason}</p>
      {appeal && (
        <div className="mt-3 border-l-2 border-line pl-3">
          <p className="text-fine text-muted">
            {appeal.status === "open"
              ? "Your appeal is being looked at"
              : `Your appeal was ${appeal.status === "granted" ? "granted" : "not granted"}`}
          </p>
          <p className="whitespace-pre-line">{appeal.message}</p>
          {appeal.answer && <p className="mt-2 font-medium">{appeal.answer}</p>}
        </div>
      )}
      {action.appealUntil && <AppealForm actionId={action.id} until={action.appealUntil} />}
    </article>
  );
}

function AppealForm({ actionId, until }: { actionId: string; until: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [message, setMessage] = useState("");
  const [error, setError] = useState<string>();
  const appeal = useAppeal();
  const field = useRef<HTMLTextAreaElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone.
  const toggle = (isNowOpen: boolean) => {
    flushSync(() => setIsOpen(isNowOpen));
    (isNowOpen ? field : opener).current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    if (isBlankText(message)) return setError("Tell us why we should look again");
    appeal.mutate({ actionId, message: message.trim() });
  };
  if (!isOpen) {
    return (
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button ref={opener} look="outline" size="small" onClick={() => toggle(true)}>
          Appeal
        </Button>
        <span className="text-fine text-muted">{`You can appeal once, until ${toDate(until)}.`}</span>
      </div>
    );
  }
  return (
    <form onSubmit={submit} noValidate className="mt-3 space-y-3">
      <Field label="Why should we look again?" isRequired error={error}>
        {(control) => (
          <Textarea
            {...control}
            ref={field}
            rows={4}
            maxLength={limits.appealCharsMax}
            value={message}
            onChange={(event) => {
              setMessage(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={appeal.isPending}>
          Send appeal
        </Button>
        <Button look="outline" disabled={appeal.isPending} onClick={() => toggle(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
