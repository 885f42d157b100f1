import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { RedemptionCase } from "#contract/reward-admin.ts";
import { adminRewardQueries, useApprove, useCancelOrder, useReject } from "#web/data/admin-rewards.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { counted } from "#contract/counted.ts";
import { isErased } from "#web/features/admin/parts/is-erased.ts";
import { issueOf } from "#web/features/admin/parts/issue-of.ts";
import { MemberCell } from "#web/features/admin/parts/member-cell.tsx";
import { formatMoney } from "#web/features/admin/parts/money.ts";
import { ObjectLog } from "#web/features/admin/parts/object-log.tsx";
import { toWords } from "#web/features/admin/parts/to-words.ts";

/** One request with what helps to decide it, and its decision. */
export function RedemptionDialog({ redemptionId, onClose }: { redemptionId: string; onClose: () => void }) {
  const query = useQuery(adminRewardQueries.redemption(redemptionId));
  const { data, error } = query;
  return (
    <Dialog isOpen onClose={onClose} title={data?.reward.name ?? "Request"}>
      {error && !data ? (
        <QueryError title="Couldn't load this request" query={query} />
      ) : data ? (
        <div className="space-y-5">
          <Facts data={data} />
          {data.status === "awaiting approval" && <Decision data={data} onDone={onClose} />}
          <ObjectLog targetType="redemption" targetId={data.id} />
        </div>
      ) : (
        <Skeleton className="h-60 rounded-photo!" />
      )}
    </Dialog>
  );
}

const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" });

function Facts({ data }: { data: RedemptionCase }) {
  const memberFacts: [string, string][] = [
    ["Member since", day.format(new Date(data.memberSince))],
    ["Contact", data.isContactConfirmed ? "Confirmed" : "Not confirmed"],
    ["Points left", data.balance.toLocaleString("en")],
  ];
  const facts: [string, string][] = [
    ["Value", `${formatMoney(data.reward.valueCents, data.reward.currency)} for ${counted(data.cost, "point")}`],
    ["Status", toWords(data.status)],
    // Of an erased account they say nothing any more.
    ...(isErased(data.member) ? [] : memberFacts),
    ["Approved before", String(data.approvedBefore)],
    ["Codes in stock", String(data.codesInStock)],
  ];
  return (
    <>
      <MemberCell member={data.member} />
      <dl className="grid grid-cols-[9rem_minmax(0,1fr)] gap-x-4 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {data.rejectionReason !== null && <p className="break-words">{`Rejected: ${data.rejectionReason}`}</p>}
      {data.decidedBy && (
        <p className="text-fine text-muted">
          {`Decided by @${data.decidedBy.username} `}
          {data.decidedAt && <RelativeTime at={data.decidedAt} />}
        </p>
      )}
      {data.earnedByAction.length > 0 && (
        <section aria-label="How the points were earned">
          <h3 className="font-semibold">How the points were earned</h3>
          <ul className="mt-1 text-fine">
            {data.earnedByAction.map(({ action, points, count }) => (
              <li
                key={action}
              >{`${toWords(action)}: ${counted(points, "point")} in ${counted(count, "entry", "entries")}`}</li>
            ))}
          </ul>
        </section>
      )}
      {data.order && <Order data={data} order={data.order} />}
    </>
  );
}

function Order({ data, order }: { data: RedemptionCase; order: NonNullable<RedemptionCase["order"]> }) {
  const cancel = useCancelOrder(data.id);
  const isOpen = order.status === "placing" || order.status === "pending";
  return (
    <section aria-label="Purchase" className="rounded-photo border border-line p-4">
      <p>{`Purchase: ${order.status}`}</p>
      {order.failure !== null && <p className="break-words text-danger">{order.failure}</p>}
      {isOpen && (
        <Button
          look="outline"
          size="small"
          className="mt-3"
          isBusy={cancel.isPending}
          onClick={() => cancel.mutate(undefined)}
        >
          Cancel the purchase
        </Button>
      )}
    </section>
  );
}

/** Approves with a typed code or the next one in stock, or rejects with a reason. */
function Decision({ data, onDone }: { data: RedemptionCase; onDone: () => void }) {
  const [isRejecting, setIsRejecting] = useState(false);
  const [typed, setTyped] = useState({ code: "", pin: "" });
  const [codeError, setCodeError] = useState<string>();
  const approve = useApprove(data.id, onDone);
  const rejectButton = useRef<HTMLButtonElement>(null);
  const wasRejecting = useRef(false);
  // The button that led to the other step is gone with its step.
  useLayoutEffect(() => {
    if (wasRejecting.current) rejectButton.current?.focus();
    wasRejecting.current = isRejecting;
  }, [isRejecting]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [code, pin] = [typed.code.trim(), typed.pin.trim()];
    const isPinAlone = pin !== "" && code === "";
    setCodeError(isPinAlone ? "Type the code of this PIN" : undefined);
    if (isPinAlone) return;
    approve.mutate({ ...(code ? { code } : {}), ...(pin ? { pin } : {}) });
  };
  if (isRejecting) return <Rejection redemptionId={data.id} onBack={() => setIsRejecting(false)} onDone={onDone} />;
  return (
    <form onSubmit={submit} noValidate className="space-y-4 border-t border-line pt-5">
      {/* No lengths: the browser would cut what is pasted, and a cut code would be sent to the member. */}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Gift card code"
          hint="Empty: the next one in stock, or a bought card"
          error={codeError ?? issueOf(approve.error, "code")}
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              value={typed.code}
              onChange={(event) => setTyped({ ...typed, code: event.target.value })}
            />
          )}
        </Field>
        <Field label="PIN" error={issueOf(approve.error, "pin")}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              value={typed.pin}
              onChange={(event) => setTyped({ ...typed, pin: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <Button ref={rejectButton} look="danger" disabled={data.isOrdered} onClick={() => setIsRejecting(true)}>
          Reject
        </Button>
        <Button type="submit" disabled={data.isOrdered} isBusy={approve.isPending}>
          Approve
        </Button>
      </div>
    </form>
  );
}

function Rejection({ redemptionId, onBack, onDone }: { redemptionId: string; onBack: () => void; onDone: () => void }) {
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string>();
  const reject = useReject(redemptionId, onDone);
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === "") return setError("Reason is required");
    reject.mutate(reason.trim());
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4 border-t border-line pt-5">
      <Field label="Reason" isRequired error={error} hint="The member reads it; the points return">
        {(control) => (
          <Textarea
            {...control}
            ref={field}
            rows={3}
            maxLength={limits.rejectionReasonCharsMax}
            value={reason}
            onChange={(event) => {
              setReason(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" look="danger" isBusy={reject.isPending}>
          Reject the request
        </Button>
      </div>
    </form>
  );
}
