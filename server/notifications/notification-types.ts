import type { NotificationType } from "#contract/notifications.ts";

interface NotificationTypeRules {
  title: string;
  /** Follows the actor's name; without an actor it is the full sentence. */
  message: string;
  /** Default channels besides the list. */
  byMail: boolean;
  byPush: boolean;
}

/** Texts and defaults of each type, in the order of the settings page. Likes are not important enough for mail. */
export const notificationTypes: Record<NotificationType, NotificationTypeRules> = {
  like: { title: "New like", message: "liked your outfit", byMail: false, byPush: false },
  comment: { title: "New comment", message: "commented on your outfit", byMail: true, byPush: true },
  mention: { title: "New mention", message: "mentioned you in a comment", byMail: true, byPush: true },
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
  event_update: {
    title: "Event update",
    message: "An event you are going to has changed",
    byMail: true,
    byPush: true,
  },
  article_update: {
    title: "Article update",
    message: "There's an update about your article",
    byMail: true,
    byPush: true,
  },
  reward: { title: "Reward update", message: "There's an update about your reward", byMail: true, byPush: true },
  moderation: {
    title: "From the moderators",
    message: "There's a message from the moderators",
    byMail: true,
    byPush: true,
  },
};
