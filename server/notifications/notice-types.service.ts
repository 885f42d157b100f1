import type { NotificationType } from "#contract/notifications.ts";

interface NoticeTypeRules {
  title: string;
  /** Goes on after the name of who did it; where nobody did, it is the whole sentence. */
  message: string;
  /** Whether a member who has chosen nothing hears of it by mail and by push. */
  byMail: boolean;
  byPush: boolean;
}

/** What each type says, in the order in which the settings show them. A like is too small for a mail. */
export const noticeTypes: Record<NotificationType, NoticeTypeRules> = {
  like: { title: "New like", message: "liked your outfit", byMail: false, byPush: false },
  comment: { title: "New comment", message: "commented on your outfit", byMail: true, byPush: true },
  follower: { title: "New follower", message: "started following you", byMail: true, byPush: true },
  follow_request: { title: "Follow request", message: "wants to follow you", byMail: true, byPush: true },
  message: { title: "New message", message: "sent you a message", byMail: true, byPush: true },
  suggestion_accepted: {
    title: "Suggestion accepted",
    message: "Your suggestion was published",
    byMail: true,
    byPush: true,
  },
  event_reminder: {
    title: "Event reminder",
    message: "An event you are going to is tomorrow",
    byMail: true,
    byPush: true,
  },
  reward: { title: "Reward update", message: "There is news about your reward", byMail: true, byPush: true },
};
