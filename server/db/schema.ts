import type { ColumnType, Generated, GeneratedAlways } from "kysely";

/** The row types of every table, by hand; schema.test.ts holds them against the live database. */

/** Written by the database when left out. */
type Time = ColumnType<Date, Date | string | undefined, Date | string>;
/** Always given by the server. */
type GivenTime = ColumnType<Date, Date | string, Date | string>;
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

export interface UserTable {
  id: Generated<string>;
  email: string | null;
  phone: string | null;
  password_hash: string | null;
  email_confirmed_at: MaybeTime;
  phone_confirmed_at: MaybeTime;
  invited_at: MaybeTime;
  confirmation_sent_at: MaybeTime;
  recovery_sent_at: MaybeTime;
  reauthentication_sent_at: MaybeTime;
  new_email: string | null;
  email_change_sent_at: MaybeTime;
  new_phone: string | null;
  phone_change_sent_at: MaybeTime;
  last_sign_in_at: MaybeTime;
  banned_until: MaybeTime;
  app_metadata: Generated<Record<string, unknown>>;
  user_metadata: Generated<Record<string, unknown>>;
  is_anonymous: Generated<boolean>;
  created_at: Time;
  updated_at: Time;
}

export type IdentityProvider = "email" | "phone" | "google" | "facebook";
export interface IdentityTable {
  id: string;
  user_id: string;
  provider: IdentityProvider;
  provider_id: string;
  identity_data: Generated<Record<string, unknown>>;
  last_sign_in_at: MaybeTime;
  created_at: Time;
  updated_at: Time;
}

export type Assurance = "aal1" | "aal2";
export interface SessionTable {
  id: string;
  user_id: string;
  assurance: Generated<Assurance>;
  factor_id: string | null;
  refresh_key: Buffer;
  refresh_counter: Generated<number>;
  refreshed_at: GivenTime;
  ends_at: GivenTime;
  is_recovery: Generated<boolean>;
  user_agent: Generated<string>;
  ip: Generated<string>;
  created_at: Time;
}

export interface SessionMethodTable {
  session_id: string;
  method: string;
  used_at: GivenTime;
}

export type CodePurpose =
  | "confirmation"
  | "recovery"
  | "magiclink"
  | "sms"
  | "email_change_current"
  | "email_change_new"
  | "phone_change"
  | "reauthentication";
export interface OneTimeCodeTable {
  purpose: CodePurpose;
  recipient: string;
  user_id: string | null;
  code_hash: Buffer;
  link_hash: Buffer | null;
  tries: Generated<number>;
  flow_id: string | null;
  user_data: Generated<Record<string, unknown>>;
  sent_at: GivenTime;
  code_ends_at: GivenTime;
  link_ends_at: GivenTime;
}

export interface FlowTable {
  id: string;
  purpose: string;
  provider: "google" | "facebook" | null;
  code_challenge: string | null;
  code_challenge_method: "s256" | "plain" | null;
  auth_code: string | null;
  user_id: string | null;
  linking_user_id: string | null;
  redirect_to: string;
  provider_secrets: Buffer | null;
  browser_hash: Buffer | null;
  method: string | null;
  issued_at: MaybeTime;
  created_at: GivenTime;
}

export type FactorType = "totp" | "phone";
export interface FactorTable {
  id: string;
  user_id: string;
  factor_type: FactorType;
  status: Generated<"unverified" | "verified">;
  friendly_name: string | null;
  phone: string | null;
  secret: Buffer | null;
  last_step: Generated<number>;
  last_challenged_at: MaybeTime;
  wrong_codes: Generated<number>;
  wrong_codes_since: MaybeTime;
  locked_until: MaybeTime;
  created_at: Time;
  updated_at: Time;
}

export interface ChallengeTable {
  id: string;
  factor_id: string;
  ip: string;
  code_hash: Buffer | null;
  tries: Generated<number>;
  created_at: GivenTime;
}

export interface SigningKeyTable {
  kid: string;
  public_jwk: Record<string, unknown>;
  private_jwk: Buffer;
  signs_from: GivenTime;
  created_at: Time;
}

export interface AuditTable {
  id: string;
  event: string;
  user_id: string | null;
  actor: string | null;
  ip: Generated<string>;
  user_agent: Generated<string>;
  details: Generated<Record<string, unknown>>;
  created_at: Time;
}

export interface ProfileTable {
  id: string;
  username: string;
  username_skeleton: string;
  username_last_changed: MaybeTime;
  bio: string | null;
  location: string | null;
  avatar_url: string | null;
  banner_url: string | null;
  banner_adjustments: { zoom: number; offsetX: number; offsetY: number } | null;
  instagram_url: string | null;
  twitter_url: string | null;
  facebook_url: string | null;
  youtube_url: string | null;
  tiktok_url: string | null;
  membership_tier: Generated<"free" | "premium" | "pro">;
  is_private: Generated<boolean>;
  closet_private: Generated<boolean>;
  notified_by_email: Generated<boolean>;
  notified_by_push: Generated<boolean>;
  total_likes: Generated<number>;
  outfit_count: Generated<number>;
  followers_count: Generated<number>;
  following_count: Generated<number>;
  unread_notifications_count: Generated<number>;
  points: Generated<number>;
  activity_score: Generated<number>;
  last_activity_update: MaybeTime;
  created_at: Time;
}

export interface FormerUsernameTable {
  username_skeleton: string;
  username: string;
  user_id: string;
  changed_at: Time;
}

export type UserRole = "user" | "business" | "admin";
export interface UserRoleTable {
  user_id: string;
  role: Generated<UserRole>;
}

export interface StyleTable {
  id: string;
  name: string;
  image_url: string | null;
  active_outfit_count: Generated<number>;
}

export interface CategoryTable {
  id: string;
  name: string;
}

export interface ImageTable {
  id: string;
  user_id: string;
  kind: "outfit" | "avatar" | "banner";
  key: string;
  width: number;
  height: number;
  widths: number[];
  thumbhash: string;
  bytes: number;
  attached_at: MaybeTime;
  created_at: Time;
}

export interface RemovedImageTable {
  key: string;
  widths: number[];
  removed_at: Time;
}

export interface OutfitTable {
  id: string;
  user_id: string;
  style_id: string;
  image_id: string;
  title: string;
  description: string | null;
  alt_text: string | null;
  shown_alt_text: string;
  image_url: string;
  image_width: number;
  image_height: number;
  thumbhash: string;
  is_active: Generated<boolean>;
  is_author_listed: Generated<boolean>;
  is_listed: GeneratedAlways<boolean>;
  views_count: Generated<number>;
  likes_count: Generated<number>;
  saves_count: Generated<number>;
  comments_count: Generated<number>;
  tags: Generated<string[]>;
  search_text: string;
  created_at: Time;
  updated_at: Time;
}

export interface OutfitTagTable {
  outfit_id: string;
  tag: string;
  position: number;
}

export interface SearchTermTable {
  kind: "tag" | "brand" | "word";
  key: string;
  name: string;
}

export interface OutfitItemTable {
  id: string;
  outfit_id: string;
  category_id: string;
  brand: string;
  product_name: string;
  product_url: string | null;
  position: number;
}

export interface OutfitViewTable {
  user_id: string;
  outfit_id: string;
  counted_at: Time;
}

export interface LikeTable {
  user_id: string;
  outfit_id: string;
  created_at: Time;
}

export interface ClosetSaveTable {
  id: Generated<string>;
  user_id: string;
  outfit_id: string;
  is_hidden: Generated<boolean>;
  created_at: Time;
}

export interface BoardTable {
  id: string;
  user_id: string;
  name: string;
  is_hidden: Generated<boolean>;
  created_at: Time;
  position: Generated<number>;
}

export interface BoardSaveTable {
  board_id: string;
  save_id: string;
  position: number;
}

export interface SwipeTable {
  user_id: string;
  outfit_id: string;
  direction: "like" | "pass";
  made_like: Generated<boolean>;
  created_at: Time;
}

export interface SwipeFrontierTable {
  user_id: string;
  newest_at: GivenTime;
  newest_id: string;
  oldest_at: GivenTime;
  oldest_id: string;
  caught_up_at: GivenTime;
}

export interface SwipeLeftoverTable {
  user_id: string;
  outfit_created_at: GivenTime;
  outfit_id: string;
}

export interface RelistedOutfitTable {
  outfit_id: string;
  relisted_at: Time;
}

export interface UserStyleTable {
  user_id: string;
  style_id: string;
  outfits_count: number;
}

export interface CommentTable {
  id: string;
  outfit_id: string;
  user_id: string;
  content: string;
  is_hidden: Generated<boolean>;
  created_at: Time;
}

export interface FollowTable {
  follower_id: string;
  following_id: string;
  created_at: Time;
}

export interface FavoriteStylistTable {
  user_id: string;
  stylist_id: string;
  position: number;
}

export interface BlockTable {
  blocker_id: string;
  blocked_id: string;
  created_at: Time;
}

export interface MuteTable {
  muter_id: string;
  muted_id: string;
  created_at: Time;
}

export interface MessageThreadTable {
  id: string;
  participant_a: string;
  participant_b: string;
  requested_by: string | null;
  last_message_at: Time;
  created_at: Time;
}

export interface MessageTable {
  id: string;
  thread_id: string;
  sender_id: string;
  client_id: string | null;
  content: string;
  created_at: Time;
}

export interface ThreadMemberTable {
  user_id: string;
  thread_id: string;
  other_id: string;
  last_message_at: ColumnType<Date, Date | string>;
  last_message_preview: string | null;
  last_sender_id: string | null;
  unread_count: Generated<number>;
  last_read_at: Time;
}

export type NotificationType =
  | "like"
  | "comment"
  | "follower"
  | "message"
  | "suggestion_accepted"
  | "event_reminder"
  | "follow_request"
  | "reward";
export interface NotificationTable {
  id: string;
  user_id: string;
  type: NotificationType;
  title: string;
  message: string;
  reference_id: string | null;
  actor_id: string | null;
  others_count: Generated<number>;
  is_read: Generated<boolean>;
  is_listed: Generated<boolean>;
  mail_waits_since: MaybeTime;
  created_at: Time;
}

export interface NotificationActorTable {
  notification_id: string;
  actor_id: string;
  acted_at: Time;
}

export interface NotificationChoiceTable {
  user_id: string;
  type: NotificationType;
  in_app: boolean;
  by_mail: boolean;
  by_push: boolean;
}

export interface PushSubscriptionTable {
  session_id: string;
  user_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Time;
}

export interface PushKeyTable {
  is_only: Generated<boolean>;
  public_key: string;
  private_key: Buffer;
  created_at: Time;
}

export type ReportTarget = "outfit" | "comment" | "profile" | "message";
export interface ReportTable {
  id: string;
  reporter_id: string;
  target_type: ReportTarget;
  target_id: string;
  member_id: string;
  reason: "spam" | "harassment" | "nudity" | "hate" | "violence" | "stolen" | "other";
  details: string | null;
  status: Generated<"open" | "resolved" | "dismissed">;
  decided_by: string | null;
  decided_at: MaybeTime;
  created_at: Time;
}

export type PointsAction =
  | "POST_OUTFIT"
  | "TAG_LINK"
  | "LIKE"
  | "COMMENT"
  | "FAVORITE"
  | "DAILY_LOGIN"
  | "STREAK_BONUS"
  | "ATTEND_EVENT"
  | "REVERSAL";
export interface PointsLedgerTable {
  id: string;
  user_id: string;
  action: PointsAction;
  points: number;
  deed: string;
  outfit_id: string | null;
  created_at: Time;
}

export interface RetractedDeedTable {
  user_id: string;
  action: PointsAction;
  outfit_id: string;
}

export interface RewardTable {
  id: string;
  name: string;
  gift_card_type: string;
  value_cents: number;
  points_required: number;
  is_active: Generated<boolean>;
}

export interface RewardRedemptionTable {
  id: string;
  user_id: string;
  reward_id: string;
  points: number;
  status: Generated<"awaiting approval" | "approved" | "rejected">;
  gift_card_code: string | null;
  rejection_reason: string | null;
  decided_by: string | null;
  decided_at: MaybeTime;
  created_at: Time;
}

export interface DemoStepTable {
  step: string;
  done_at: Time;
}

export interface Tables {
  "auth.users": UserTable;
  "auth.identities": IdentityTable;
  "auth.sessions": SessionTable;
  "auth.session_methods": SessionMethodTable;
  "auth.one_time_codes": OneTimeCodeTable;
  "auth.flows": FlowTable;
  "auth.factors": FactorTable;
  "auth.challenges": ChallengeTable;
  "auth.signing_keys": SigningKeyTable;
  "auth.audit": AuditTable;
  profiles: ProfileTable;
  former_usernames: FormerUsernameTable;
  user_roles: UserRoleTable;
  styles: StyleTable;
  categories: CategoryTable;
  images: ImageTable;
  removed_images: RemovedImageTable;
  outfits: OutfitTable;
  outfit_tags: OutfitTagTable;
  outfit_items: OutfitItemTable;
  search_terms: SearchTermTable;
  outfit_views: OutfitViewTable;
  likes: LikeTable;
  closet_saves: ClosetSaveTable;
  boards: BoardTable;
  board_saves: BoardSaveTable;
  swipes: SwipeTable;
  swipe_frontiers: SwipeFrontierTable;
  swipe_leftovers: SwipeLeftoverTable;
  relisted_outfits: RelistedOutfitTable;
  user_styles: UserStyleTable;
  comments: CommentTable;
  follows: FollowTable;
  follow_requests: FollowTable;
  favorite_stylists: FavoriteStylistTable;
  blocks: BlockTable;
  mutes: MuteTable;
  message_threads: MessageThreadTable;
  messages: MessageTable;
  thread_members: ThreadMemberTable;
  notifications: NotificationTable;
  notification_actors: NotificationActorTable;
  notification_choices: NotificationChoiceTable;
  push_subscriptions: PushSubscriptionTable;
  push_keys: PushKeyTable;
  reports: ReportTable;
  points_ledger: PointsLedgerTable;
  retracted_deeds: RetractedDeedTable;
  rewards: RewardTable;
  reward_redemptions: RewardRedemptionTable;
  demo_steps: DemoStepTable;
}
