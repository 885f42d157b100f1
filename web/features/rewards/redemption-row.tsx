import clsx from "clsx";
import { counted } from "#contract/counted.ts";
import type { Redemption, RedemptionStatus } from "#contract/rewards.ts";
import { toSentence } from "#contract/sentence.ts";
import { Button } from "#web/ui/button.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { GiftCardArt } from "./gift-card-art.tsx";

interface RedemptionRowProps {
  redemption: Redemption;
  isBusy: boolean;
  onWithdraw: () => void;
  onReveal: () => void;
}

/** One request: what, when, for how much, and what became of it. */
export function RedemptionRow({ redemption, isBusy, onWithdraw, onReveal }: RedemptionRowProps) {
  const { reward, status, createdAt, rejectionReason, cost, isOrdered } = redemption;
  const isOver = status === "rejected" || status === "withdrawn";
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <GiftCardArt {...reward} size="small" isPale={isOver} className="w-18 shrink-0" />
      <div className="min-w-40 flex-1">
        <p className="font-semibold">{reward.name}</p>
        <p className="text-fine text-muted">
          <span className={clsx("tabular-nums", isOver && "line-through")}>{counted(cost, "point")}</span>
          {" · "}
          <RelativeTime at={createdAt} />
        </p>
        {rejectionReason !== null && (
          <p className="mt-1 text-fine">
            {toSentence(rejectionReason)}{" "}
            <span className="text-muted">Your points were returned, less any you owed.</span>
          </p>
        )}
      </div>
      <Status status={status} />
      {status === "awaiting approval" && !isOrdered && (
        <Button
          look="outline"
          size="small"
          isBusy={isBusy}
          aria-label={`Withdraw the request for ${reward.name}`}
          onClick={onWithdraw}
        >
          Withdraw
        </Button>
      )}
      {status === "approved" && (
        <Button
          look={redemption.revealedAt === null ? "primary" : "outline"}
          size="small"
          aria-label={`Reveal code of ${reward.name}`}
          onClick={onReveal}
        >
          Reveal code
        </Button>
      )}
    </div>
  );
}

const statusText: Record<RedemptionStatus, string> = {
  "awaiting approval": "Awaiting approval",
  approved: "Approved",
  rejected: "Declined",
  withdrawn: "Withdrawn",
};

function Status({ status }: { status: RedemptionStatus }) {
  const isOver = status === "rejected" || status === "withdrawn";
  return (
    <p
      className={clsx(
        "inline-flex items-center gap-2 rounded-full border px-3 py-1 text-fine font-medium",
        isOver ? "border-line text-muted" : "border-ink/25",
      )}
    >
      <span
        aria-hidden="true"
        className={clsx(
          "size-1.5 rounded-full",
          status === "awaiting approval" && "animate-[shimmer_1.6s_ease-in-out_infinite] bg-accent",
          status === "approved" && "bg-ink",
          isOver && "bg-muted",
        )}
      />
      {statusText[status]}
    </p>
  );
}
