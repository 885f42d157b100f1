import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { counted } from "#contract/counted.ts";
import type { Redemption } from "#contract/rewards.ts";
import { redemptionsQuery, rewardStandingQuery, useWithdraw } from "#web/data/rewards.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { errorMessage } from "#web/text/errors.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { GiftCardDialog } from "./gift-card-dialog.tsx";
import { RedemptionRow } from "./redemption-row.tsx";

/** The member's own requests and what became of each; nothing at all before the first one. */
export function RedemptionList() {
  const query = useInfiniteQuery(redemptionsQuery);
  const redemptions = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.isError && !query.data) {
    return (
      <InlineError
        message={errorMessage(query.error, "Couldn't load your requests")}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  if (redemptions.length === 0) return null;
  return (
    <section aria-labelledby="requests">
      <Title />
      <Rows redemptions={redemptions} />
      <MoreButton query={query} look="quiet" className="mt-2" />
    </section>
  );
}

/** The heading, which notifications of decisions lead to; it comes with the list, after the router has looked for it. */
function Title() {
  const heading = useRef<HTMLHeadingElement>(null);
  const isTarget = useLocation({ select: ({ hash }) => hash === "requests" });
  useEffect(() => {
    if (isTarget) heading.current?.scrollIntoView();
  }, [isTarget]);
  return (
    <h2 ref={heading} id="requests" className="font-display mb-2 scroll-mt-20 text-title">
      Your requests
    </h2>
  );
}

function Rows({ redemptions }: { redemptions: Redemption[] }) {
  const withdraw = useWithdraw();
  const isInDebt = (useQuery(rewardStandingQuery).data?.owedPoints ?? 0) > 0;
  // The button goes with the withdrawal.
  const kept = useRestoredFocus<HTMLUListElement>();
  const [withdrawn, setWithdrawn] = useState<Redemption | null>(null);
  const [revealed, setRevealed] = useState<Redemption | null>(null);
  const confirm = () => {
    if (withdrawn) withdraw.mutate(withdrawn.id);
    setWithdrawn(null);
  };
  return (
    <>
      <ul {...kept} aria-labelledby="requests" className="outline-none divide-y divide-line border-y border-line">
        {redemptions.map((redemption) => (
          <li key={redemption.id}>
            <RedemptionRow
              redemption={redemption}
              isBusy={withdraw.isPending && withdraw.variables === redemption.id}
              onWithdraw={() => setWithdrawn(redemption)}
              onReveal={() => setRevealed(redemption)}
            />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={withdrawn !== null}
        onClose={() => setWithdrawn(null)}
        onConfirm={confirm}
        title="Withdraw this request?"
        confirmLabel="Withdraw"
      >
        {withdrawn &&
          `You'll get your ${counted(withdrawn.cost, "point")} back right away${isInDebt ? ", less what you owe for deleted posts and comments" : ""}.`}
      </ConfirmDialog>
      {revealed && <GiftCardDialog redemption={revealed} onClose={() => setRevealed(null)} />}
    </>
  );
}
