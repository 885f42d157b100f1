import type { FollowState } from "#contract/follows.ts";
import { useSignInGate } from "#web/api/use-sign-in-gate.ts";
import { Button, type ButtonSize } from "#web/ui/button.tsx";
import { useFollow } from "./follows.queries.ts";

interface FollowButtonProps {
  member: { id: string; username: string };
  state: FollowState;
  size?: ButtonSize;
}

const labels: Record<FollowState, string> = { none: "Follow", requested: "Requested", following: "Following" };

export function FollowButton({ member, state, size = "regular" }: FollowButtonProps) {
  const follow = useFollow(member);
  const mayGoOn = useSignInGate();
  const isOn = state !== "none";
  const toggle = () => {
    if (mayGoOn("Please sign in")) follow.mutate(!isOn);
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
