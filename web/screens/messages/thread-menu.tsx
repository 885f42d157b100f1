import type { Message, Thread } from "#contract/messages.ts";
import { useMuteThread, useRemoveThread } from "#web/data/conversation-settings.ts";
import { MemberMenu } from "#web/screens/member-menu/member-menu.tsx";

interface ThreadMenuProps {
  thread: Thread;
  /** Undefined for the menu of the conversation itself. */
  message: Message | undefined;
  onGone: () => void;
}

/** The menu about the other member and the conversation, or about a message. */
export function ThreadMenu({ thread, message, onGone }: ThreadMenuProps) {
  const mute = useMuteThread();
  const remove = useRemoveThread();
  const member = { ...thread.other, isDeleted: thread.isOtherDeleted };
  if (message) {
    return (
      <MemberMenu
        member={member}
        report={{ type: "message", id: message.id }}
        onBlocked={onGone}
        className="text-muted! hover:text-ink!"
      />
    );
  }
  const conversation = {
    isMuted: thread.isMuted,
    onMute: () => mute.mutate(thread),
    onDelete: () => {
      remove(thread, "delete");
      onGone();
    },
  };
  return (
    <MemberMenu
      member={member}
      report={{ type: "profile", id: thread.other.id }}
      conversation={conversation}
      onBlocked={onGone}
    />
  );
}
