import { Link } from "@tanstack/react-router";
import { counted } from "#contract/counted.ts";
import type { Reward, RewardStanding } from "#contract/rewards.ts";
import { toast } from "#web/lib/toast.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { GiftCardArt } from "./gift-card-art.tsx";
import { estimateText, tooFewPoints } from "./reward-text.ts";

interface RewardCardProps {
  reward: Reward;
  /** Null for a visitor; undefined while it loads. */
  standing: RewardStanding | null | undefined;
  onRedeem: () => void;
}

/** A reward: what it costs, how far the member is, and the way to get it. */
export function RewardCard({ reward, standing, onRedeem }: RewardCardProps) {
  const { name, description, pointsRequired, isInStock, leftCount } = reward;
  return (
    <article className="group flex h-full flex-col">
      <div className="relative">
        <GiftCardArt
          {...reward}
          isPale={!isInStock}
          className="transition-transform duration-200 ease-out group-hover:-translate-y-1"
        />
        <StockBadge isInStock={isInStock} leftCount={leftCount} />
      </div>
      <h3 className="mt-4 font-semibold">{name}</h3>
      {description !== "" && <p className="mt-0.5 text-fine text-muted">{description}</p>}
      <p className="mt-1 text-fine text-muted tabular-nums">{counted(pointsRequired, "point")}</p>
      <div className="mt-auto pt-4">
        {standing && <Progress reward={reward} standing={standing} />}
        <RedeemControl reward={reward} standing={standing} onRedeem={onRedeem} />
      </div>
    </article>
  );
}

function StockBadge({ isInStock, leftCount }: Pick<Reward, "isInStock" | "leftCount">) {
  if (isInStock && leftCount === null) return null;
  return (
    <p className="absolute right-2 -bottom-3 rounded-full border border-line bg-paper px-3 py-1 text-fine font-medium text-ink md:right-3">
      {isInStock ? `Only ${leftCount} left` : "Out of stock"}
    </p>
  );
}

function Progress({ reward: { pointsRequired }, standing }: { reward: Reward; standing: RewardStanding }) {
  const missing = pointsRequired - standing.balance;
  const share = Math.max(0, Math.min(1, standing.balance / pointsRequired));
  const estimate = estimateText(missing, standing.pointsPerDay);
  return (
    <>
      <div aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-line">
        <div
          className="h-full origin-left rounded-full bg-accent transition-transform duration-700 ease-out forced-colors:border"
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
      <p className="mt-2 mb-4 min-h-10 text-fine">
        {missing <= 0 ? (
          "You have enough points"
        ) : (
          <>
            {counted(missing, "point")} to go
            {estimate !== undefined && <span className="block text-muted">{estimate}</span>}
          </>
        )}
      </p>
    </>
  );
}

function RedeemControl({ reward, standing, onRedeem }: RewardCardProps) {
  const label = `Redeem ${reward.name}`;
  if (standing === null) {
    return (
      <Link
        to="/auth"
        search={{ next: "/rewards" }}
        aria-label={`Sign in to redeem ${reward.name}`}
        className={`${buttonClass("outline")} w-full px-2!`}
      >
        Sign in to redeem
      </Link>
    );
  }
  if (!reward.isInStock) {
    return (
      <Button look="outline" className="w-full px-2!" disabled aria-label={`${reward.name} is out of stock`}>
        Out of stock
      </Button>
    );
  }
  const hasEnough = standing !== undefined && standing.balance >= reward.pointsRequired;
  return (
    <Button
      look={hasEnough ? "ink" : "outline"}
      className="w-full px-2!"
      aria-label={label}
      disabled={standing === undefined}
      onClick={() => (hasEnough ? onRedeem() : toast.error(tooFewPoints))}
    >
      Redeem
    </Button>
  );
}
