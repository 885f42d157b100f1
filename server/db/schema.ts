import type { ColumnType, Generated, GeneratedAlways } from "kysely";

/** The row types of every table, hand-written; schema.test.ts compares them with the database. */

/** Has a default in the database. */
type Time = ColumnType<Date, Date | string | undefined, Date | string>;
/** Always set by the server. */
type SettableTime = ColumnType<Date, Date | string, Date | string>;
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

export interface UserTable {
  id: Generated<string>;
  email: string | null;
  phone: string | null;
  password_hash: string | null;
  email_confirmed_at: MaybeTime;
  phone_confirmed_at: MaybeTime;
  email_proven_at: MaybeTime;
  phone_proven_at: MaybeTime;
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
  is_suspension: Generated<boolean>;
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
  refreshed_at: SettableTime;
  ends_at: SettableTime;
  is_recovery: Generated<boolean>;
  user_agent: Generated<string>;
  ip: Generated<string>;
  created_at: Time;
}

export interface SessionMethodTable {
  session_id: string;
  method: string;
  used_at: SettableTime;
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
  password_hash: string | null;
  sent_at: SettableTime;
  code_ends_at: SettableTime;
  link_ends_at: SettableTime;
  is_sign_up: Generated<boolean>;
  session_id: string | null;
}

export interface PendingSignUpTable {
  user_id: string;
  browser_hash: Buffer;
  password_hash: string;
  user_data: Record<string, unknown>;
  created_at: SettableTime;
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
  linking_session_id: string | null;
  redirect_to: string;
  provider_secrets: Buffer | null;
  browser_hash: Buffer | null;
  method: string | null;
  issued_at: MaybeTime;
  created_at: SettableTime;
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
  created_at: SettableTime;
}

export interface SigningKeyTable {
  kid: string;
  public_jwk: Record<string, unknown>;
  private_jwk: Buffer;
  signs_from: SettableTime;
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
  display_name: string | null;
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
  points_owed: Generated<number>;
  points_day_start: MaybeTime;
  time_zone: Generated<string>;
  activity_score: Generated<number>;
  last_activity_update: MaybeTime;
  reports_count: Generated<number>;
  deleted_at: MaybeTime;
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

export interface DetectionTable {
  image_id: string;
  provider: string;
  /** The contract's `Detection`. */
  result: unknown;
  created_at: Generated<Date>;
}

export interface ImageTable {
  id: string;
  user_id: string;
  kind: "outfit" | "avatar" | "banner" | "article";
  key: string;
  width: number;
  height: number;
  widths: number[];
  thumbhash: string;
  bytes: number;
  attached_at: MaybeTime;
  created_at: Time;
}

export interface ImageRotationTable {
  image_id: string;
  new_key: string | null;
  widths: number[] | null;
  claimed_at: MaybeTime;
  requested_at: Time;
  turn: Generated<number>;
}

export interface RemovedImageTable {
  key: string;
  widths: number[];
  removed_at: Time;
}

export interface ImageScreeningTable {
  image_id: string;
  percent: number | null;
  hash: string | null;
  matched_image_id: string | null;
  failures: Generated<number>;
  retry_at: MaybeTime;
  raised_at: MaybeTime;
}

export interface ModeratedPictureTable {
  image_id: string;
  target_type: string;
  target_id: string;
  hash: string | null;
  case_id: string | null;
}

export interface WithheldProfilePictureTable {
  user_id: string;
  kind: "avatar" | "banner";
  url: string;
  case_id: string | null;
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
  is_ai_made: Generated<boolean>;
  analysed_image_id: string | null;
  analysis_failures: Generated<number>;
  analysis_retry_at: MaybeTime;
  analysis_failed_by: Generated<number>;
  is_active: Generated<boolean>;
  is_author_listed: Generated<boolean>;
  is_listed: GeneratedAlways<boolean>;
  views_count: Generated<number>;
  likes_count: Generated<number>;
  saves_count: Generated<number>;
  comments_count: Generated<number>;
  tags: Generated<string[]>;
  search_text: string;
  former_link_keys: Generated<string[]>;
  created_at: Time;
  updated_at: Time;
}

export interface OutfitPhotoTable {
  outfit_id: string;
  image_id: string;
  position: number;
  alt_text: string | null;
}

export interface OutfitLookTable {
  outfit_id: string;
  palette: unknown;
  detector_version: Generated<number>;
  are_garments_known: Generated<boolean>;
}

export interface LookVectorTable {
  space: string;
  outfit_id: string;
  place: number;
  vector: Buffer;
}

export interface LookIndexTable {
  id: Generated<number>;
  space: string;
  state: "training" | "assigning" | "active" | "retired";
  batches_left: number;
  assigned_outfit_id: string | null;
  assigned_place: number | null;
  vectors: number;
  changed_at: SettableTime;
}

export interface LookCellTable {
  id: Generated<number>;
  index_id: number;
  centroid: Buffer;
  weight: number;
}

export interface LookCellMemberTable {
  cell_id: number;
  outfit_id: string;
  place: number;
  vector: Buffer;
}

export interface OutfitColourTable {
  colour: string;
  outfit_id: string;
  share: number;
}

/** Written by triggers on `outfit_colours`. */
export interface OutfitColourPairTable {
  first_colour: string;
  second_colour: string;
  outfit_id: string;
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
  seen_at: Time;
}

export interface OutfitItemTable {
  id: string;
  outfit_id: string;
  category_id: string;
  brand: string;
  product_name: string;
  product_url: string | null;
  position: number;
  spot_image_id: string | null;
  spot_x: number | null;
  spot_y: number | null;
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

export interface SwipeSeenRangeTable {
  user_id: string;
  newest_at: SettableTime;
  newest_id: string;
  oldest_at: SettableTime;
  oldest_id: string;
  caught_up_at: SettableTime;
}

export interface SwipeBacklogTable {
  user_id: string;
  outfit_created_at: SettableTime;
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
  outfit_id: string | null;
  event_id: string | null;
  parent_id: string | null;
  user_id: string | null;
  content: string;
  is_hidden: Generated<boolean>;
  likes_count: Generated<number>;
  replies_count: Generated<number>;
  created_at: Time;
  deleted_at: MaybeTime;
}

export interface CommentLikeTable {
  comment_id: string;
  user_id: string;
  created_at: Time;
}

export interface RetractedCommentLikeTable {
  user_id: string;
  comment_id: string;
}

export interface CommentMentionTable {
  comment_id: string;
  user_id: string;
  name: string;
}

export interface FollowTable {
  follower_id: string;
  following_id: string;
  created_at: Time;
}

export interface EndedFollowTable {
  follower_id: string;
  following_id: string;
  ended_at: SettableTime;
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
  removed_content: string | null;
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
  is_muted: Generated<boolean>;
  is_declined: Generated<boolean>;
  cleared_at: MaybeTime;
  last_read_at: Time;
}

export type NotificationType =
  | "like"
  | "comment"
  | "mention"
  | "follower"
  | "message"
  | "suggestion_accepted"
  | "event_reminder"
  | "follow_request"
  | "reward"
  | "moderation"
  | "event_update"
  | "article_update";
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
  mail_pending_since: MaybeTime;
  created_at: Time;
}

export interface NotificationActorTable {
  notification_id: string;
  actor_id: string;
  acted_at: Time;
}

export interface NotificationSettingTable {
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
  timeouts_in_row: Generated<number>;
  created_at: Time;
}

export interface PushKeyTable {
  is_singleton: Generated<boolean>;
  public_key: string;
  private_key: Buffer;
  created_at: Time;
}

export type ReportTarget = "outfit" | "comment" | "profile" | "message" | "event" | "article";
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
  case_id: string | null;
  created_at: Time;
}

export type CaseStatus = "open" | "dismissed" | "hidden" | "deleted" | "warned" | "suspended";
export interface ModerationCaseTable {
  id: string;
  target_type: ReportTarget;
  target_id: string;
  member_id: string;
  status: Generated<CaseStatus>;
  reports_count: Generated<number>;
  weight: Generated<number>;
  urgency: number;
  screening_percent: number | null;
  matched_image_id: string | null;
  screened_image_id: string | null;
  locked_by: string | null;
  locked_until: MaybeTime;
  first_response_at: MaybeTime;
  decided_by: string | null;
  decided_at: MaybeTime;
  alerted_at: MaybeTime;
  created_at: Time;
}

export interface ReporterRecordTable {
  user_id: string;
  upheld: Generated<number>;
  dismissed: Generated<number>;
}

export interface ModerationActionTable {
  id: string;
  member_id: string;
  case_id: string | null;
  kind: "hidden" | "deleted" | "warned" | "suspended" | "held";
  target_type: ReportTarget;
  target_id: string;
  excerpt: Generated<string>;
  reason: string;
  decided_by: string | null;
  was_hidden: Generated<boolean>;
  ends_at: MaybeTime;
  purge_at: MaybeTime;
  revoked_at: MaybeTime;
  created_at: Time;
}

export interface AppealTable {
  id: string;
  action_id: string;
  member_id: string;
  message: string;
  status: Generated<"open" | "upheld" | "granted">;
  decided_by: string | null;
  answer: string | null;
  decided_at: MaybeTime;
  created_at: Time;
}

export interface ModerationTemplateTable {
  id: string;
  outcome: Exclude<CaseStatus, "open">;
  name: string;
  message: string;
  position: number;
  updated_at: Time;
}

export interface SiteTotalChangeTable {
  id: Generated<number>;
  metric: string;
  day: string;
  added: number;
  removed: number;
}

export interface SiteTotalTable {
  metric: string;
  day: string;
  added: number;
  removed: number;
}

export interface MemberDayTable {
  day: string;
  user_id: string;
}

export interface ActivityDayTable {
  day: string;
  daily: number;
  weekly: number;
  monthly: number;
}

export interface RetentionCellTable {
  cohort_week: string;
  weeks_later: number;
  members: number;
}

export interface StorageUseTable {
  is_only: Generated<boolean>;
  images: number;
  bytes: number;
  computed_at: Time;
}

export interface DataExportTable {
  id: string;
  user_id: string;
  status: Generated<"waiting" | "ready" | "failed">;
  key: string | null;
  bytes: number | null;
  ends_at: MaybeTime;
  created_at: Time;
}

export interface RemovedFileTable {
  key: string;
  removed_at: Time;
}

export interface AccountDeletionTable {
  user_id: string;
  delete_at: SettableTime;
  requested_at: Time;
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
  | "REVERSAL"
  | "CORRECTION";
export interface PointsLedgerTable {
  id: string;
  user_id: string;
  action: PointsAction;
  points: number;
  subject: string;
  outfit_id: string | null;
  note: string | null;
  subject_title: string | null;
  counterpart_id: string | null;
  day_start: MaybeTime;
  created_at: Time;
}

export interface LoginStreakTable {
  user_id: string;
  last_day: ColumnType<Date, string, string>;
  last_visit_at: SettableTime;
  current_days: number;
  best_days: number;
}

export interface AbuseFindingTable {
  id: string;
  kind: "many_new_accounts";
  address: string;
  day: ColumnType<Date, string, string>;
  accounts_count: number;
  first_at: SettableTime;
  last_at: SettableTime;
  resolved_by: string | null;
  resolved_at: MaybeTime;
}

export interface RetractedActionTable {
  user_id: string;
  action: PointsAction;
  outfit_id: string;
}

export type RewardSupply = "manual" | "codes" | "service";
export interface RewardTable {
  id: string;
  name: string;
  description: Generated<string>;
  gift_card_type: string;
  value_cents: number;
  currency: Generated<string>;
  points_required: number;
  supply: Generated<RewardSupply>;
  service_product_id: string | null;
  is_active: Generated<boolean>;
  created_at: Time;
  updated_at: Time;
}

export type RedemptionStatus = "awaiting approval" | "approved" | "rejected" | "withdrawn";
export interface RewardRedemptionTable {
  id: string;
  user_id: string;
  reward_id: string;
  points: number;
  status: Generated<RedemptionStatus>;
  reward_name: string;
  gift_card_type: string;
  value_cents: number;
  currency: string;
  rejection_reason: string | null;
  decided_by: string | null;
  decided_at: MaybeTime;
  revealed_at: MaybeTime;
  created_at: Time;
}

export type EventStatus = "draft" | "submitted" | "changes_requested" | "published" | "withdrawn";
export interface LandingFeatureTable {
  kind: "article" | "event";
  target_id: string;
  featured_at: SettableTime;
}

export interface CoverPickTable {
  outfit_id: string;
  picked_at: SettableTime;
}

export interface EventTable {
  id: string;
  user_id: string;
  status: Generated<EventStatus>;
  title: string;
  description: string | null;
  style_id: string | null;
  image_id: string | null;
  cover_alt: string | null;
  location: string | null;
  address: string | null;
  starts_at: MaybeTime;
  ends_at: MaybeTime;
  time_zone: string | null;
  starts_on: string | null;
  ends_on: string | null;
  capacity: number | null;
  going_count: Generated<number>;
  waiting_count: Generated<number>;
  comments_count: Generated<number>;
  sequence: Generated<number>;
  cancelled_at: MaybeTime;
  cancel_reason: string | null;
  submitted_at: MaybeTime;
  published_at: MaybeTime;
  review_note: string | null;
  reviewed_by: string | null;
  reviewed_at: MaybeTime;
  is_listed: GeneratedAlways<boolean>;
  is_hidden: Generated<boolean>;
  search_text: string;
  place_text: string;
  created_at: Time;
  updated_at: Time;
}

export interface EventAttendeeTable {
  event_id: string;
  user_id: string;
  state: "going" | "waiting";
  place: GeneratedAlways<number>;
  ticket: Buffer;
  joined_at: Time;
  reminded_at: MaybeTime;
  notified_sequence: number;
  checked_in_at: MaybeTime;
  checked_in_by: string | null;
}

export interface EventProposalTable {
  event_id: string;
  title: string;
  description: string | null;
  image_id: string | null;
  cover_alt: string | null;
  is_waiting: Generated<boolean>;
  submitted_at: Date;
}

export interface EventOutfitTable {
  outfit_id: string;
  event_id: string;
  created_at: Time;
}

export interface CalendarFeedTable {
  user_id: string;
  version: number;
  rotated_at: Time;
}

export interface GiftCardBatchTable {
  id: string;
  reward_id: string;
  imported_by: string | null;
  codes_count: number;
  created_at: Time;
}

export type GiftCardOrderStatus = "placing" | "pending" | "cancelling" | "completed" | "failed" | "cancelled";
export interface GiftCardOrderTable {
  id: string;
  redemption_id: string | null;
  reward_id: string;
  ordered_by: string | null;
  product_id: string;
  value_cents: number;
  currency: string;
  status: Generated<GiftCardOrderStatus>;
  service_order_id: string | null;
  failure: string | null;
  created_at: Time;
  updated_at: Time;
}

export interface GiftCardCodeTable {
  id: string;
  reward_id: string;
  batch_id: string | null;
  order_id: string | null;
  key_id: string;
  sealed: Buffer;
  digest: Buffer;
  redemption_id: string | null;
  used_at: MaybeTime;
  created_at: Time;
}

export interface RedemptionRuleTable {
  is_only: Generated<boolean>;
  account_age_days_min: number;
  is_contact_needed: boolean;
  open_max: number;
  points_per_month_max: number | null;
}

export interface AuditLogTable {
  id: string;
  actor_id: string | null;
  action: string;
  target_type: string;
  target_id: string | null;
  member_id: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | null;
  address: Generated<string>;
  request_id: Generated<string>;
  created_at: Time;
}

export interface SiteSettingTable {
  key: string;
  value: unknown;
  updated_by: string | null;
  updated_at: Time;
}

export interface DemoStepTable {
  step: string;
  done_at: Time;
}

export type ArticleStatus = "draft" | "submitted" | "changes_requested" | "published" | "withdrawn";
export interface ArticleTable {
  id: string;
  author_id: string;
  status: Generated<ArticleStatus>;
  revision: number;
  note: string | null;
  submitted_at: MaybeTime;
  created_at: Time;
  published_revision: number | null;
  is_public: GeneratedAlways<boolean>;
  is_hidden: Generated<boolean>;
  published_at: MaybeTime;
  revised_at: MaybeTime;
  title: Generated<string>;
  summary: Generated<string>;
  tags: Generated<string[]>;
  tag_keys: Generated<string[]>;
  cover_image_id: string | null;
  cover_alt: Generated<string>;
  cover_caption: Generated<string>;
  body: Generated<unknown>;
  image_ids: Generated<string[]>;
  outfit_ids: Generated<string[]>;
  reading_minutes: Generated<number>;
  search_text: Generated<string>;
  likes_count: Generated<number>;
}
export interface ArticleVersionTable {
  article_id: string;
  number: number;
  revision: number;
  kind: Generated<"saved" | "submitted" | "published">;
  editor_id: string | null;
  content: unknown;
  word_count: number;
  started_at: SettableTime;
  saved_at: SettableTime;
}
export interface ArticleImageTable {
  image_id: string;
  article_id: string;
}
export interface ArticleReviewTable {
  id: string;
  article_id: string;
  actor_id: string | null;
  action: "submitted" | "recalled" | "changes_requested" | "published" | "withdrawn";
  note: string | null;
  revision: number;
  created_at: SettableTime;
}
/** A like or a save. */
export interface ArticleReactionTable {
  user_id: string;
  article_id: string;
  created_at: Time;
}

export interface RetractedArticleLikeTable {
  user_id: string;
  article_id: string;
}

export interface Tables {
  "auth.users": UserTable;
  "auth.identities": IdentityTable;
  "auth.sessions": SessionTable;
  "auth.session_methods": SessionMethodTable;
  "auth.one_time_codes": OneTimeCodeTable;
  "auth.pending_sign_ups": PendingSignUpTable;
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
  image_screenings: ImageScreeningTable;
  moderated_pictures: ModeratedPictureTable;
  withheld_profile_pictures: WithheldProfilePictureTable;
  image_rotations: ImageRotationTable;
  removed_images: RemovedImageTable;
  detections: DetectionTable;
  outfits: OutfitTable;
  outfit_colours: OutfitColourTable;
  outfit_colour_pairs: OutfitColourPairTable;
  outfit_looks: OutfitLookTable;
  look_vectors: LookVectorTable;
  look_indexes: LookIndexTable;
  look_cells: LookCellTable;
  look_cell_members: LookCellMemberTable;
  outfit_photos: OutfitPhotoTable;
  outfit_tags: OutfitTagTable;
  outfit_items: OutfitItemTable;
  search_terms: SearchTermTable;
  outfit_views: OutfitViewTable;
  likes: LikeTable;
  closet_saves: ClosetSaveTable;
  boards: BoardTable;
  board_saves: BoardSaveTable;
  swipes: SwipeTable;
  swipe_seen_ranges: SwipeSeenRangeTable;
  swipe_backlog: SwipeBacklogTable;
  relisted_outfits: RelistedOutfitTable;
  user_styles: UserStyleTable;
  comments: CommentTable;
  comment_likes: CommentLikeTable;
  retracted_comment_likes: RetractedCommentLikeTable;
  comment_mentions: CommentMentionTable;
  follows: FollowTable;
  follow_requests: FollowTable;
  ended_follows: EndedFollowTable;
  favorite_stylists: FavoriteStylistTable;
  blocks: BlockTable;
  mutes: MuteTable;
  message_threads: MessageThreadTable;
  messages: MessageTable;
  thread_members: ThreadMemberTable;
  notifications: NotificationTable;
  notification_actors: NotificationActorTable;
  notification_settings: NotificationSettingTable;
  push_subscriptions: PushSubscriptionTable;
  push_keys: PushKeyTable;
  reports: ReportTable;
  points_ledger: PointsLedgerTable;
  login_streaks: LoginStreakTable;
  abuse_findings: AbuseFindingTable;
  retracted_actions: RetractedActionTable;
  rewards: RewardTable;
  reward_redemptions: RewardRedemptionTable;
  events: EventTable;
  event_attendees: EventAttendeeTable;
  event_outfits: EventOutfitTable;
  event_proposals: EventProposalTable;
  calendar_feeds: CalendarFeedTable;
  gift_card_batches: GiftCardBatchTable;
  gift_card_orders: GiftCardOrderTable;
  gift_card_codes: GiftCardCodeTable;
  redemption_rules: RedemptionRuleTable;
  audit_log: AuditLogTable;
  site_settings: SiteSettingTable;
  moderation_cases: ModerationCaseTable;
  reporter_records: ReporterRecordTable;
  moderation_actions: ModerationActionTable;
  appeals: AppealTable;
  moderation_templates: ModerationTemplateTable;
  site_total_changes: SiteTotalChangeTable;
  site_totals: SiteTotalTable;
  member_days: MemberDayTable;
  activity_days: ActivityDayTable;
  retention_cells: RetentionCellTable;
  storage_use: StorageUseTable;
  data_exports: DataExportTable;
  account_deletions: AccountDeletionTable;
  removed_files: RemovedFileTable;
  demo_steps: DemoStepTable;
  articles: ArticleTable;
  article_versions: ArticleVersionTable;
  article_images: ArticleImageTable;
  article_reviews: ArticleReviewTable;
  article_likes: ArticleReactionTable;
  retracted_article_likes: RetractedArticleLikeTable;
  article_saves: ArticleReactionTable;
  landing_features: LandingFeatureTable;
  cover_picks: CoverPickTable;
}
