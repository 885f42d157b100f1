/**
 * Every number of the specification's section 9 (and of decisions.md), once. The unit is the last word of each name.
 * Imports nothing, so that the browser's first load can carry it.
 */
export const limits = {
  // Paging, §9
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
  adminContentItems: 50,
  pointsLedgerItems: 50,

  // Gestures, §9
  swipeWindowPercent: 30,
  swipeLabelPixels: 50,
  reorderDragPixels: 8,
  bannerZoomMin: 1,
  bannerZoomMax: 3,
  bannerZoomStep: 0.1,

  // Times, §9
  searchDebounceMs: 300,
  splashMs: 2_000,
  dailyLoginDelayMs: 2_000,
  pointsToastMs: 3_000,
  refreshRetryBaseMs: 200,
  profileCacheMs: 120_000,
  viewerCacheMs: 300_000,
  usernameChangeDays: 90,
  sidebarCookieDays: 7,
  mobileBreakpointPixels: 768,

  // Uploads, §5, §9
  outfitImageBytesMax: 10 * 1024 * 1024,
  avatarBytesMax: 5 * 1024 * 1024,
  bannerBytesMax: 5 * 1024 * 1024 - 1,
  memberImagesMax: 2_000,
  memberImageBytesMax: 1024 * 1024 * 1024,
  orphanImageHours: 24,

  // Text, §5, §9
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
  categoryCharsMax: 100,
  brandCharsMax: 100,
  productNameCharsMax: 200,
  productUrlCharsMax: 2_000,
  commentCharsMax: 1_000,
  messageCharsMax: 4_000,
  searchCharsMax: 100,
  reportDetailsCharsMax: 1_000,
  boardNameCharsMax: 60,
  textLinksMax: 2,

  // Engagement, §4, §9
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

  // Points, §9
  postOutfitPoints: 50,
  rewardGoalPoints: 2_500,
} as const;

/** The six item categories of §9, in the order in which forms offer them. */
export const itemCategories = ["Shirt", "Pants", "Shoes", "Cap", "Jacket", "Accessories"] as const;
export type ItemCategory = (typeof itemCategories)[number];

/** The closet's fixed style filters, §2 "Closet". */
export const closetStyles = ["All", "Streetwear", "Casual", "Business Casual", "Retro"] as const;
