/**
 * Every number of docs/product.md. The unit is the last word of each name. Has no imports, so that the browser's first
 * load can include it.
 */
export const limits = {
  // Paging
  pageItems: 20,
  pageItemsMax: 50,
  swipeDeckItems: 50,
  swipeReloadCardsLeft: 3,
  trendingItems: 6,
  stylistSearchItems: 10,
  stylistSuggestions: 6,
  suggestionLooks: 3,
  suggestionStylesMax: 50,
  profileOutfitItems: 4,
  profileClosetItems: 4,
  similarItems: 10,
  searchPeople: 6,
  searchTerms: 8,
  searchEvents: 4,
  adminContentItems: 50,
  pointsLedgerItems: 50,

  // Gestures
  swipeWindowPercent: 30,
  swipeLabelPixels: 50,
  reorderDragPixels: 8,
  bannerZoomMin: 1,
  bannerZoomMax: 3,
  bannerZoomStep: 0.1,

  // Times
  searchDebounceMs: 300,
  splashMs: 2_000,
  dailyLoginDelayMs: 2_000,
  pointsToastMs: 3_000,
  profileCacheMs: 120_000,
  usernameChangeDays: 90,
  sidebarCookieDays: 7,

  // Uploads
  outfitImageBytesMax: 10 * 1024 * 1024,
  avatarBytesMax: 5 * 1024 * 1024,
  bannerBytesMax: 5 * 1024 * 1024 - 1,
  memberImagesMax: 2_000,
  memberImageBytesMax: 1024 * 1024 * 1024,
  orphanImageHours: 24,

  // Text
  emailCharsMax: 255,
  passwordCharsMin: 8,
  passwordCharsMax: 100,
  nameCharsMax: 100,
  usernameCharsMin: 3,
  usernameCharsMax: 30,
  bioCharsMax: 200,
  locationCharsMax: 80,
  socialUrlCharsMax: 300,
  phoneDigitsMin: 10,
  phoneDigitsMax: 15,
  phoneCodeDigits: 4,
  titleCharsMax: 200,
  titleEditCharsMax: 100,
  descriptionCharsMax: 2_000,
  descriptionEditCharsMax: 500,
  altTextCharsMax: 300,
  tagCharsMax: 50,
  tagsMax: 20,
  itemsMax: 10,
  brandCharsMax: 100,
  productNameCharsMax: 200,
  productUrlCharsMax: 2_000,
  commentCharsMax: 1_000,
  messageCharsMax: 4_000,
  searchCharsMax: 100,
  reportDetailsCharsMax: 1_000,
  boardNameCharsMax: 60,
  requestMessagesMax: 3,
  textLinksMax: 2,

  // Articles
  articleTitleCharsMax: 120,
  articleSummaryCharsMax: 300,
  articleTagsMax: 10,
  articleBlocksMax: 300,
  articleBlockCharsMax: 5_000,
  articleCharsMax: 60_000,
  articleCaptionCharsMax: 300,
  articleListItemsMax: 100,
  articleWordsMin: 150,
  articleWordsPerMinute: 220,
  articlePictureSeconds: 8,
  articleVersionsMax: 100,
  articleVersionMinutes: 10,
  articleDraftsMax: 50,
  articleNoteCharsMax: 2_000,
  articleTags: 12,
  articleFeedItems: 20,
  relatedArticles: 3,
  articleAutosaveMs: 1_500,
  searchArticles: 4,
  // Engagement
  topStylistsMax: 3,
  boardsMax: 50,
  boardSavesMax: 200,
  boardCovers: 3,
  notificationBadgeMax: 9,
  pushEndpointCharsMax: 1_000,
  mailTokenCharsMax: 200,
  memberPushDevicesMax: 20,
  trendingViewsWeight: 1,
  trendingLikesWeight: 2,
  trendingCommentsWeight: 3,
  trendingCandidatesFactor: 3,
  viewCountedOncePerHours: 1,
  passReturnsDays: 30,

  // Events
  eventTitleCharsMax: 120,
  eventDescriptionCharsMax: 4_000,
  eventLocationCharsMax: 120,
  eventAddressCharsMax: 200,
  eventCancelReasonCharsMax: 500,
  eventReviewNoteCharsMax: 1_000,
  eventCapacityMax: 100_000,
  eventDurationDaysMax: 14,
  eventReminderHours: 24,
  eventGoingShown: 8,
  eventDayItems: 3,
  eventFeedItems: 500,
  checkInOpensHours: 3,
  checkInClosesHours: 24,
  ticketCodeChars: 16,

  // Admin area
  adminRecentSignInMinutes: 15,
  auditReasonCharsMax: 2_000,
  adminPageItemsMax: 50,
  adminBulkItemsMax: 100,
  adminSearchItems: 5,
  dashboardDays: 30,
  retentionWeeks: 8,
  auditExportRowsMax: 10_000,

  // Moderation
  caseLockMinutes: 10,
  appealDays: 20,
  suspensionDaysMax: 365,
  moderationMessageCharsMax: 2_000,
  appealCharsMax: 2_000,
  templateNameCharsMax: 60,

  // Members' rights over their data
  exportLinkHours: 24,
  accountDeletionDays: 30,

  // Points
  postOutfitPoints: 50,
  rewardGoalPoints: 2_500,

  // Rewards: what the list of ways to earn shows as 'up to'
  likeEarnPoints: 5,
  commentEarnPoints: 10,
  dailyLoginEarnPoints: 10,
  rewardNameCharsMax: 100,
  rewardDescriptionCharsMax: 500,
  giftCardTypeCharsMax: 50,
  rewardValueCentsMax: 100_000_00,
  rewardPointsMax: 10_000_000,
  rewardFewLeft: 5,
  serviceProductIdCharsMax: 100,
  giftCardCodeCharsMin: 4,
  giftCardCodeCharsMax: 300,
  giftCardPinCharsMax: 50,
  codeImportCharsMax: 500_000,
  codeImportLinesMax: 5_000,
  rejectionReasonCharsMax: 300,
  paceDays: 28,
  accountAgeDaysMin: 7,
  openRedemptionsMax: 5,
  redeemedPointsPerMonthMax: 20_000,
  attendEventPoints: 100,
  loginAwardHours: 20,
  awardsPerPairPerDayMax: 5,
  newAccountsPerAddressMax: 5,
  pointsChartWeeks: 12,
  pointsDebugResults: 20,
  pointsDebugActivities: 10,
  timeZoneCharsMax: 64,
} as const;

/** The six item categories, in display order. */
export const itemCategories = ["Shirt", "Pants", "Shoes", "Cap", "Jacket", "Accessories"] as const;
export type ItemCategory = (typeof itemCategories)[number];

/** The closet's fixed style filters, docs/product.md#closet. */
export const closetStyles = ["All", "Streetwear", "Casual", "Business Casual", "Retro"] as const;

/** The styles that events are filtered by: the closet's, without 'All'. */
export const eventStyles = ["Streetwear", "Casual", "Business Casual", "Retro"] as const;
export type EventStyle = (typeof eventStyles)[number];

/** The rows of a member's points activity: what earned, what was taken back, and rewards that were requested. */
export const pointsKinds = [
  "POST_OUTFIT",
  "TAG_LINK",
  "COMMENT",
  "FAVORITE",
  "LIKE",
  "DAILY_LOGIN",
  "STREAK_BONUS",
  "ATTEND_EVENT",
  "REVERSAL",
  "REDEMPTION",
] as const;
