import type { FollowState } from "#contract/follows.ts";
import { fullNameOf, type Named } from "#contract/member-names.ts";
import { useFollow } from "#web/data/follows.ts";
import { useSignInGate } from "#web/data/use-sign-in-gate.ts";
import { Button, type ButtonSize } from "#web/ui/button.tsx";

const labels: Record<FollowState, string> = { none: "Follow", requested: "Requested", following: "Following" };

interface FollowButtonProps {
  member: Named & { id: string };
  state: FollowState;
  size?: ButtonSize;
  /** What it says of a member who is not followed. */
  noneLabel?: string;
}

export function FollowButton({ member, state, size = "regular", noneLabel = labels.none }: FollowButtonProps) {
  const follow = useFollow(member);
  const requireSignIn = useSignInGate();
  const isOn = state !== "none";
  const label = isOn ? labels[state] : noneLabel;
  const toggle = () => {
    if (requireSignIn("Please sign in", { action: "follow", id: member.id }))
      follow.mutate({ isOn: !isOn, confirmed: follow.isPending ? follow.variables.confirmed : { state } });
  };
  return (
    <Button
      look={isOn ? "outline" : "ink"}
      size={size}
      aria-pressed={isOn}
      aria-label={`${label} ${fullNameOf(member)}`}
      onClick={toggle}
    >
      {label}
    </Button>
  );
}
