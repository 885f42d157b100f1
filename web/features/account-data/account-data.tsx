import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { AccountData } from "#contract/account.ts";
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

const formatSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${Math.round(bytes / 1_000_000)} MB`;

function Export({ export: newest }: Pick<AccountData, "export">) {
  const request = useRequestExport();
  const hasEmail = useMe()?.email != null;
  const isWaiting = newest?.status === "waiting";
  return (
    <div className={rowClass}>
      <div className="min-w-0 grow basis-60">
        <p className="font-semibold">Download my data</p>
        <p aria-live="polite" className="text-fine text-muted">
          {isWaiting
            ? `We are preparing your data. You can leave this page${hasEmail ? "; we'll email you when it's ready" : ""}.`
            : newest?.status === "ready"
              ? `Ready, ${formatSize(newest.bytes ?? 0)}. The link works for ${limits.exportLinkHours} hours.`
              : newest?.status === "failed"
                ? "Your data couldn't be prepared. Please try again."
                : "A zip file with everything you posted and did, and all your pictures."}
        </p>
      </div>
      {newest?.downloadUrl ? (
        <a href={newest.downloadUrl} download className={buttonClass("outline", "small")}>
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

function DeletionRow() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={rowClass}>
      <div className="min-w-0 grow basis-60">
        <p className="font-semibold">Delete my account</p>
        <p className="text-fine text-muted">
          {`Everything is deleted after ${limits.accountDeletionDays} days. Signing in before then keeps it.`}
        </p>
      </div>
      <Button look="danger" size="small" onClick={() => setIsOpen(true)}>
        Delete my account
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Delete your account?" size="small">
        {isOpen && <DeletionForm onClose={() => setIsOpen(false)} />}
      </Dialog>
    </div>
  );
}

function DeletionForm({ onClose }: { onClose: () => void }) {
  const username = useMe()?.username ?? "";
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const remove = useDeleteAccount();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed !== username) return setError("Type your username exactly as it is shown");
    remove.mutate(typed);
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <p className="text-muted">
        {`Your outfits, comments, messages and pictures will be erased in ${limits.accountDeletionDays} days. You will be signed out everywhere; signing in before then restores everything.`}
      </p>
      <Field label={`Type ${username} to confirm`} isRequired error={error}>
        {(control) => (
          <Input {...control} autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={onClose}>
          Keep my account
        </Button>
        <Button type="submit" look="danger" isBusy={remove.isPending}>
          Delete my account
        </Button>
      </div>
    </form>
  );
}
