import type { FollowState } from "#contract/follows.ts";
import { useFollow } from "#web/data/follows.ts";
import { useSignInGate } from "#web/data/use-sign-in-gate.ts";
import { Button, type ButtonSize } from "#web/ui/button.tsx";

interface FollowButtonProps {
  member: { id: string; username: string };
  state: FollowState;
  size?: ButtonSize;
}

const labels: Record<FollowState, string> = { none: "Follow", requested: "Requested", following: "Following" };

export function FollowButton({ member, state, size = "regular" }: FollowButtonProps) {
  const follow = useFollow(member);
  const requireSignIn = useSignInGate();
  const isOn = state !== "none";
  const toggle = () => {
    if (requireSignIn("Please sign in", { action: "follow", id: member.id })) follow.mutate(!isOn);
  };
  return (
    <Button
      look={isOn ? "outline" : "ink"}
      size={size}
      aria-pressed={isOn}
      aria-label={`${labels[state]} @${member.username}`}
      onClick={toggle}
    >
      {labels[state]}
    </Button>
  );
}
