import type { FollowState } from "#contract/follows.ts";
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
  const isOn = state !== "none";
  return (
    <Button
      look={isOn ? "outline" : "ink"}
      size={size}
      aria-pressed={isOn}
      aria-label={`${labels[state]} @${member.username}`}
      onClick={() => follow.mutate(!isOn)}
    >
      {labels[state]}
    </Button>
  );
}
