import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { counted } from "#contract/counted.ts";
import type { Reward, RewardStanding } from "#contract/rewards.ts";
import { ApiError } from "#web/api/api-error.ts";
import { useRedeem } from "#web/data/rewards.ts";
import { errorMessage } from "#web/text/errors.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { GiftCardArt } from "./gift-card-art.tsx";
import { obstacleText, tooFewPoints } from "./reward-text.ts";

interface RedeemDialogProps {
  reward: Reward;
  /** As it was when the dialog opened. */
  standing: RewardStanding;
  onClose: () => void;
}

/** Says what will be held, asks for the reward, and then that it awaits approval. */
export function RedeemDialog(props: RedeemDialogProps) {
  const { reward, onClose } = props;
  const redeem = useRedeem();
  // One attempt, however often it is sent.
  const [redemptionId] = useState(() => crypto.randomUUID());
  const [before] = useState(props.standing);
  const request = (mayWait: boolean) => redeem.mutate({ redemptionId, reward, mayWait });
  if (redeem.isSuccess) return <Requested reward={reward} onClose={onClose} />;
  const obstacle = findObstacle(before, reward);
  const isOutOfStock = redeem.error instanceof ApiError && redeem.error.code === "reward.out_of_stock";
  return (
    <Dialog
      isOpen
      onClose={onClose}
      // A changed title takes the focus from the button that an obstacle removes.
      title={obstacle === undefined ? `Redeem ${reward.name}?` : reward.name}
      size="small"
      footer={
        obstacle === undefined && (
          <>
            <Button look="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button look="primary" data-first-focus isBusy={redeem.isPending} onClick={() => request(isOutOfStock)}>
              {isOutOfStock ? "Wait for the next one" : `Redeem ${counted(reward.pointsRequired, "point")}`}
            </Button>
          </>
        )
      }
    >
      <GiftCardArt {...reward} className="mx-auto mt-2 w-full max-w-64" />
      {obstacle === undefined ? (
        <Hold reward={reward} balance={before.balance} />
      ) : (
        <Obstacle text={obstacle} isContact={before.obstacle === "contact_needed"} />
      )}
      <p role="alert" className="mt-4 text-fine text-danger empty:hidden">
        {redeem.isError && failureText(redeem.error, isOutOfStock)}
      </p>
    </Dialog>
  );
}

function findObstacle(standing: RewardStanding, { pointsRequired }: Reward): string | undefined {
  if (standing.obstacle) return obstacleText(standing.obstacle, standing);
  const { balance, monthlyPointsLeft } = standing;
  if (balance < pointsRequired) return tooFewPoints;
  if (monthlyPointsLeft === null || monthlyPointsLeft >= pointsRequired) return undefined;
  return `You can redeem ${counted(monthlyPointsLeft, "point")} more this month. The next month starts fresh.`;
}

const failureText = (error: Error, isOutOfStock: boolean) =>
  isOutOfStock
    ? "The last one has just gone, and nothing was held. You can wait for the next one, and withdraw at any time."
    : errorMessage(error, "Failed to send the request");

/** What the request does to the balance. */
function Hold({ reward: { pointsRequired }, balance }: { reward: Reward; balance: number }) {
  const rows = [
    ["Your balance", balance.toLocaleString("en")],
    ["Held for this request", `−${pointsRequired.toLocaleString("en")}`],
    ["Left to spend", (balance - pointsRequired).toLocaleString("en")],
  ];
  return (
    <>
      <dl className="mt-6 divide-y divide-line border-y border-line">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 py-2.5 last:font-semibold">
            <dt>{name}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-fine text-muted">
        The points are held while your request is awaiting approval. If it is declined, or you withdraw it, you get them
        back.
      </p>
    </>
  );
}

function Obstacle({ text, isContact }: { text: string; isContact: boolean }) {
  return (
    <>
      <p className="mt-6">{text}</p>
      {isContact && (
        <Link to="/forgot-password" search={{ next: "/rewards" }} className={`${buttonClass("ink")} mt-5`}>
          Reset password
        </Link>
      )}
    </>
  );
}

function Requested({ reward, onClose }: Pick<RedeemDialogProps, "reward" | "onClose">) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Request sent"
      size="small"
      footer={
        <Button look="ink" data-first-focus onClick={onClose}>
          Done
        </Button>
      }
    >
      <GiftCardArt {...reward} className="mx-auto mt-2 w-full max-w-64 animate-[appear_0.35s_var(--ease-out)]" />
      <output className="mt-6 block">
        Your {reward.name} is <strong className="font-semibold">awaiting approval</strong>.
      </output>
      <p className="mt-2 text-fine text-muted">
        We'll let you know as soon as it's decided. Until then you can withdraw the request on this page.
      </p>
    </Dialog>
  );
}
