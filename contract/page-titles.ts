/**
 * The titles of screens that are the same for everyone, without the site's name. The server writes them into its documents. In the
 * browser each screen says its own, because a first load has no room for the others' titles; a test compares.
 */
export const pageTitles = {
  "/articles": "Articles",
  "/auth": "Sign in",
  "/events": "Events",
  "/explore": "Explore outfits",
  "/onboarding": "Welcome",
  "/photo-search": "Search by photo",
  "/rewards": "Rewards",
  "/styles": "Clothes Categories",
  "/swipes": "Swipe outfits",
} as const;
