import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { AdminReward, CodeBatch, CodeImport } from "#contract/reward-admin.ts";
import { adminRewardQueries, useImportCodes, useRemoveBatch } from "#web/data/admin-rewards.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { counted } from "#contract/counted.ts";
import { issueOf } from "#web/features/admin/parts/issue-of.ts";

/** Imports codes of a reward and lists the imports so far. Codes themselves are never shown. */
export function CodesDialog({ reward, onClose }: { reward: AdminReward; onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={`Codes of ${reward.name}`}>
      <ImportForm rewardId={reward.id} />
      <Batches rewardId={reward.id} />
    </Dialog>
  );
}

const rejections: Record<CodeImport["rejected"][number]["reason"], string> = {
  invalid: "is not a code",
  repeated: "is there twice",
  known: "was imported or used before",
};

function ImportForm({ rewardId }: { rewardId: string }) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const add = useImportCodes(rewardId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setError(text.trim() === "" ? "Paste at least one code" : undefined);
    if (text.trim() === "") return;
    add.mutate(text, { onSuccess: ({ rejected }) => rejected.length === 0 && setText("") });
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <Field
        label="Codes"
        isRequired
        error={error ?? issueOf(add.error, "text")}
        hint="One a line, or CSV with the columns code and pin"
      >
        {(control) => (
          // No length: the browser would cut what is pasted, and import the last code cut.
          <Textarea
            {...control}
            rows={5}
            spellCheck="false"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" look="outline" isBusy={add.isPending}>
        Import
      </Button>
      {add.data && (
        <output className="block">
          <span className="block font-medium">{`${add.data.importedCount} imported`}</span>
          {add.data.rejected.slice(0, 20).map(({ line, reason }) => (
            <span key={line} className="block text-fine text-danger">{`Line ${line} ${rejections[reason]}`}</span>
          ))}
          {add.data.rejected.length > 20 && (
            <span className="block text-fine text-danger">{`and ${counted(add.data.rejected.length - 20, "more line")}`}</span>
          )}
        </output>
      )}
    </form>
  );
}

function Batches({ rewardId }: { rewardId: string }) {
  const query = useQuery(adminRewardQueries.batches(rewardId));
  const { data, error } = query;
  return (
    <section aria-label="Imports" className="mt-6 border-t border-line pt-5">
      <h3 className="font-semibold">Imports</h3>
      {error && !data ? (
        <QueryError title="Couldn't load the imports" query={query} />
      ) : data ? (
        <ul className="mt-2 divide-y divide-line">
          {data.items.map((batch) => (
            <li key={batch.id} className="flex flex-wrap items-center gap-3 py-2">
              <Batch batch={batch} rewardId={rewardId} />
            </li>
          ))}
          {data.items.length === 0 && <li className="text-muted">No codes were imported yet.</li>}
        </ul>
      ) : (
        <Skeleton className="mt-2 h-16 w-full" />
      )}
    </section>
  );
}

function Batch({ batch, rewardId }: { batch: CodeBatch; rewardId: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useRemoveBatch(rewardId);
  return (
    <>
      <span className="min-w-0 grow">
        <span className="block">{`${counted(batch.codesCount, "code")}: ${batch.usedCount} used, ${batch.inStockCount} in stock`}</span>
        <span className="block text-fine text-muted">
          {batch.importedBy ? `@${batch.importedBy.username}, ` : ""}
          <RelativeTime at={batch.createdAt} />
        </span>
      </span>
      {batch.inStockCount > 0 && (
        <>
          <Button look="danger" size="small" onClick={() => setIsAsking(true)}>
            {`Remove ${batch.inStockCount} unused`}
          </Button>
          <ConfirmDialog
            isOpen={isAsking}
            onClose={() => setIsAsking(false)}
            onConfirm={() => remove.mutate(batch.id, { onSettled: () => setIsAsking(false) })}
            title={`Remove ${counted(batch.inStockCount, "unused code")}?`}
            confirmLabel="Remove"
            isBusy={remove.isPending}
          >
            They leave the stock for good.
          </ConfirmDialog>
        </>
      )}
    </>
  );
}
