import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ChangeEvent, type FormEvent, useEffect, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { AccountData } from "#contract/account.ts";
import { ApiError } from "#web/api/api-error.ts";
import { accountDataQuery, useDeleteAccount, useRequestExport } from "#web/data/account-data.ts";
import { useMe } from "#web/data/me.ts";
import { errorMessage } from "#web/text/errors.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Input } from "#web/ui/input.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const rowClass = "flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4";

/** What a member can do about their data: see decisions, take a copy, leave. */
export function AccountDataSection() {
  return (
    <div className="divide-y divide-line">
      <div className={rowClass}>
        <div className="min-w-0 grow basis-60">
          <p className="font-semibold">Account status</p>
          <p className="text-fine text-muted">What moderators hid or removed, and your appeals.</p>
        </div>
        <Link to="/account-status" className={buttonClass("outline", "small")}>
          Open
        </Link>
      </div>
      <ExportRow />
      <DeletionRow />
    </div>
  );
}

function ExportRow() {
  const { data, error, isFetching, refetch } = useQuery(accountDataQuery);
  if (error && !data) {
    const message = errorMessage(error, "Couldn't load the state of your data.");
    return <InlineError message={message} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  if (!data) return <Skeleton className="my-4 h-12" />;
  return <Export export={data.export} />;
}

const times = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const formatSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${Math.round(bytes / 1_000_000)} MB`;

function exportText(newest: AccountData["export"], { hasEmail }: { hasEmail: boolean }): string {
  if (newest?.status === "waiting") {
    return `We are preparing your data. You can leave this page${hasEmail ? "; we'll email you when it's ready" : ""}.`;
  }
  if (newest?.downloadUrl && newest.endsAt) {
    return `Ready, ${formatSize(newest.bytes ?? 0)}. The link works until ${times.format(new Date(newest.endsAt))}.`;
  }
  if (newest?.status === "failed") return "Your data couldn't be prepared. Please try again.";
  return "A zip file with everything you posted and did, and all your pictures.";
}

function Export({ export: newest }: Pick<AccountData, "export">) {
  const request = useRequestExport();
  const hasEmail = typeof useMe()?.email === "string";
  const isWaiting = newest?.status === "waiting";
  useRefreshAtEnd(newest);
  return (
    <div className={rowClass}>
      <div className="min-w-0 grow basis-60">
        <p className="font-semibold">Download my data</p>
        <p aria-live="polite" className="text-fine text-muted">
          {exportText(newest, { hasEmail })}
        </p>
      </div>
      {newest?.downloadUrl ? (
        <a href={newest.downloadUrl} className={buttonClass("outline", "small")}>
          Download
        </a>
      ) : (
        <Button look="outline" size="small" isBusy={request.isPending || isWaiting} onClick={() => request.mutate()}>
          Prepare my data
        </Button>
      )}
    </div>
  );
}

/** Loads the state once the link has ended. The server says so, because the clock of this device may be wrong. */
function useRefreshAtEnd(newest: AccountData["export"]): void {
  const client = useQueryClient();
  const endsAt = newest?.downloadUrl ? newest.endsAt : null;
  useEffect(() => {
    if (!endsAt) return undefined;
    const refresh = () => void client.invalidateQueries(accountDataQuery);
    const timer = setTimeout(refresh, Math.max(0, Date.parse(endsAt) - Date.now()) + 1_000);
    return () => clearTimeout(timer);
  }, [client, endsAt]);
}

function DeletionRow() {
  const [isOpen, setIsOpen] = useState(false);
  const me = useMe();
  const remove = useDeleteAccount();
  const close = () => {
    // It can't be taken back by closing the question.
    if (remove.isPending) return;
    setIsOpen(false);
    remove.reset();
  };
  return (
    <div className={rowClass}>
      <div className="min-w-0 grow basis-60">
        <p className="font-semibold">Delete my account</p>
        <p className="text-fine text-muted">
          {`Everything is deleted after ${limits.accountDeletionDays} days. Signing in before then keeps it.`}
        </p>
      </div>
      <Button look="danger" size="small" disabled={!me} onClick={() => setIsOpen(true)}>
        Delete my account
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title="Delete your account?" size="small">
        {isOpen && me && <DeletionForm username={me.username} remove={remove} onClose={close} />}
      </Dialog>
    </div>
  );
}

interface DeletionFormProps {
  username: string;
  remove: ReturnType<typeof useDeleteAccount>;
  onClose: () => void;
}

function DeletionForm({ username, remove, onClose }: DeletionFormProps) {
  const [typed, setTyped] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const refusal = remove.error instanceof ApiError ? remove.error.issueFor("username") : undefined;
  const error = isWrong ? "Type your username exactly as it is shown" : refusal;
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setTyped(target.value);
    setIsWrong(false);
    remove.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsWrong(typed !== username);
    if (typed === username) remove.mutate(typed);
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <p className="text-muted">
        {`Your outfits, comments, messages and pictures will be erased in ${limits.accountDeletionDays} days. You will be signed out everywhere; signing in before then restores everything.`}
      </p>
      <Field label={`Type ${username} to confirm`} isRequired error={error}>
        {(control) => (
          <Input {...control} autoComplete="off" value={typed} readOnly={remove.isPending} onChange={change} />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="outline" disabled={remove.isPending} onClick={onClose}>
          Keep my account
        </Button>
        <Button type="submit" look="danger" isBusy={remove.isPending}>
          Delete my account
        </Button>
      </div>
    </form>
  );
}
