import type { Me } from "#contract/profiles.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";

const plans = { free: "Free Plan", premium: "Premium Plan", pro: "Pro Plan" };

export function MembershipSection({ me }: { me: Me }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <div>
        <p className="font-display text-title italic">{plans[me.membershipTier ?? "free"]}</p>
        <p className="text-fine text-muted">Post, follow and collect as much as you like.</p>
      </div>
      <Button look="outline" size="small" onClick={() => toast.info("Coming soon!")}>
        Upgrade
      </Button>
    </div>
  );
}
