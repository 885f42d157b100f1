import { useNavigate } from "@tanstack/react-router";
import { MessageCircle } from "lucide-react";
import { fullNameOf } from "#contract/member-names.ts";
import type { Profile } from "#contract/profiles.ts";
import { useStartThread } from "#web/data/messages.ts";
import { FollowButton } from "#web/features/follows/follow-button.tsx";
import { MemberMenu } from "#web/screens/member-menu/member-menu.tsx";
import { Button } from "#web/ui/button.tsx";

/** The actions on a member: follow, message, menu. */
export function ProfileActions({ profile }: { profile: Profile }) {
  const start = useStartThread();
  const navigate = useNavigate();
  const write = () =>
    start.mutate(profile.username, {
      onSuccess: ({ id }) => void navigate({ to: "/messages", search: { thread: id } }),
    });
  return (
    <>
      <FollowButton member={profile} state={profile.followState} size="small" />
      {profile.isVisible && (
        <Button
          look="outline"
          size="small"
          isBusy={start.isPending}
          onClick={write}
          aria-label={`Message ${fullNameOf(profile)}`}
          className="max-sm:w-11 max-sm:px-0"
        >
          <MessageCircle aria-hidden="true" size={18} strokeWidth={1.5} />
          <span className="max-sm:hidden">Message</span>
        </Button>
      )}
      <MemberMenu
        member={profile}
        report={{ type: "profile", id: profile.id }}
        isMuted={profile.isMuted}
        onBlocked={() => void navigate({ to: "/explore" })}
      />
    </>
  );
}
