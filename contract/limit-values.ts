/**
 * The numbers of docs/product.md, except rates (rate-limits.ts) and the chances and points of actions (on the server). The last
 * word of a name is its unit. Read as `limits.<name>`, see limits.ts. One constant each, so that a bundle contains only those
 * that it uses. No imports.
 */

// Paging
export const pageItems = 20;
export const rankedSearchMax = 200;
export const pageItemsMax = 50;
export const swipeDeckItems = 50;
export const swipeReloadCardsLeft = 3;
export const trendingItems = 6;
export const stylistSearchItems = 10;
export const stylistSuggestions = 6;
export const suggestionLooks = 3;
export const suggestionStylesMax = 50;
export const profileOutfitItems = 4;
export const profileClosetItems = 4;
export const similarItems = 10;
export const photoSearchItems = 20;
export const searchPeople = 6;
export const searchTerms = 8;
export const searchEvents = 4;
export const adminContentItems = 50;
export const pointsLedgerItems = 50;

// Gestures
export const swipeWindowPercent = 30;
export const swipeLabelPixels = 50;
export const reorderDragPixels = 8;
export const bannerZoomMin = 1;
export const bannerZoomMax = 3;
export const bannerZoomStep = 0.1;

// Times
export const searchDebounceMs = 300;
export const splashMs = 2_000;
export const dailyLoginDelayMs = 2_000;
export const pointsToastMs = 3_000;
export const accountCacheMs = 300_000;
export const profileCacheMs = 120_000;
export const usernameChangeDays = 90;
export const sidebarCookieDays = 7;

// Uploads
export const outfitImageBytesMax = 10 * 1024 * 1024;
export const outfitImageSideMin = 200;
export const avatarBytesMax = 5 * 1024 * 1024;
export const bannerBytesMax = 5 * 1024 * 1024 - 1;
export const memberImagesMax = 2_000;
export const memberImageBytesMax = 1024 * 1024 * 1024;
export const orphanImageHours = 24;

// Text
export const emailCharsMax = 255;
export const passwordCharsMin = 8;
export const passwordCharsMax = 100;
export const nameCharsMax = 100;
export const displayNameCharsMax = 50;
export const usernameCharsMin = 3;
export const usernameCharsMax = 30;
export const bioCharsMax = 200;
export const locationCharsMax = 80;
export const socialUrlCharsMax = 300;
export const phoneDigitsMin = 10;
export const phoneDigitsMax = 15;
export const phoneCodeDigits = 4;
export const mailCodeDigits = 6;
export const codeTriesMax = 5;
export const codeResendSeconds = 60;
export const titleCharsMax = 200;
export const titleEditCharsMax = 100;
export const descriptionCharsMax = 2_000;
export const descriptionEditCharsMax = 500;
export const altTextCharsMax = 300;
export const tagCharsMax = 50;
export const tagsMax = 20;
export const itemsMax = 10;
export const outfitPhotosMax = 6;
export const coloursCharsMax = 200;
export const coverPicksMax = 12;
export const coversMax = 24;
export const coversMin = 12;
export const coverLikesMin = 3;
export const coverWidthMin = 1_080;
export const coverDays = 28;
export const coverCandidatesMax = 10_000;
export const brandCharsMax = 100;
export const productNameCharsMax = 200;
export const productUrlCharsMax = 2_000;
export const commentCharsMax = 1_000;
export const mentionsMax = 10;
export const messageCharsMax = 4_000;
export const searchCharsMax = 100;
export const reportDetailsCharsMax = 1_000;
export const boardNameCharsMax = 60;
export const requestMessagesMax = 3;
export const textLinksMax = 2;

// Articles
export const articleTitleCharsMax = 120;
export const articleSummaryCharsMax = 300;
export const articleTagsMax = 10;
export const articleBlocksMax = 300;
export const articleBlockCharsMax = 5_000;
export const articleCharsMax = 60_000;
/** Of a text as it is stored, with its links, styles and descriptions. */
export const articleStoredCharsMax = 250_000;
export const articleCaptionCharsMax = 300;
export const articleListItemsMax = 100;
export const articleWordsMin = 150;
export const articleWordsPerMinute = 220;
export const articlePictureSeconds = 8;
export const articleVersionsMax = 100;
/** Of the submitted and published ones among them. */
export const articlePinnedVersionsMax = 30;
/** As stored, compressed; the newest version is smaller in any case. */
export const articleVersionsBytesMax = 3_000_000;
export const articleVersionMinutes = 10;
export const articleDraftsMax = 50;
/** Of one member, published ones aside. */
export const eventDraftsMax = 50;
export const articleNoteCharsMax = 2_000;
export const articleTags = 12;
export const articleFeedItems = 20;
export const relatedArticles = 3;
export const articleAutosaveMs = 1_500;
export const searchArticles = 4;

// Engagement
export const topStylistsMax = 3;
export const boardsMax = 50;
export const boardSavesMax = 200;
export const boardCovers = 3;
export const notificationBadgeMax = 9;
export const pushEndpointCharsMax = 1_000;
export const mailTokenCharsMax = 200;
export const memberPushDevicesMax = 20;
export const trendingViewsWeight = 1;
export const popularDays = 7;
export const trendingLikesWeight = 2;
export const trendingCommentsWeight = 3;
export const trendingCandidatesFactor = 3;
export const viewCountedOncePerHours = 1;
export const passReturnsDays = 30;

// Events
export const eventTitleCharsMax = 120;
export const eventDescriptionCharsMax = 4_000;
export const eventLocationCharsMax = 120;
export const eventAddressCharsMax = 200;
export const eventCancelReasonCharsMax = 500;
export const eventReviewNoteCharsMax = 1_000;
export const eventCapacityMax = 100_000;
export const eventDurationDaysMax = 14;
export const eventReminderHours = 24;
export const eventGoingShown = 8;
export const eventDayItems = 3;
export const eventFeedItems = 500;
export const checkInOpensHours = 3;
export const checkInClosesHours = 24;
/** Whole events are loaded again and again at the door, so in few requests. */
export const checkInPageItems = 500;
export const ticketCodeChars = 16;

// Admin area
export const auditReasonCharsMax = 2_000;
export const adminPageItemsMax = 50;
export const adminBulkItemsMax = 100;
export const adminSearchItems = 5;
export const dashboardDays = 30;
export const retentionWeeks = 8;
export const auditExportRowsMax = 10_000;

// Moderation
export const caseLockMinutes = 10;
export const appealDays = 20;
export const suspensionDaysMax = 365;
export const moderationMessageCharsMax = 2_000;
export const appealCharsMax = 2_000;
export const templateNameCharsMax = 60;

// Members' rights over their data
export const exportLinkHours = 24;
export const accountDeletionDays = 30;

// Points
export const postOutfitPoints = 50;
export const rewardGoalPoints = 2_500;

// Rewards: what the list of ways to earn shows as 'up to'
export const likeEarnPoints = 5;
export const commentEarnPoints = 10;
export const dailyLoginEarnPoints = 10;
export const rewardNameCharsMax = 100;
export const rewardDescriptionCharsMax = 500;
export const giftCardTypeCharsMax = 50;
export const rewardValueCentsMax = 100_000_00;
export const rewardPointsMax = 10_000_000;
export const rewardFewLeft = 5;
export const serviceProductIdCharsMax = 100;
export const giftCardCodeCharsMin = 4;
export const giftCardCodeCharsMax = 300;
export const giftCardPinCharsMax = 50;
export const codeImportCharsMax = 500_000;
export const codeImportLinesMax = 5_000;
export const rejectionReasonCharsMax = 300;
export const paceDays = 28;
export const accountAgeDaysMin = 7;
export const openRedemptionsMax = 5;
export const redeemedPointsPerMonthMax = 20_000;
export const attendEventPoints = 100;
export const loginAwardHours = 20;
export const awardsPerPairPerDayMax = 5;
export const newAccountsPerAddressMax = 5;
export const pointsChartWeeks = 12;
export const pointsDebugResults = 20;
export const pointsDebugActivities = 10;
export const timeZoneCharsMax = 64;
