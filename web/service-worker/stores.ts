/** Names in Cache Storage, which web/api/saved-data.ts uses from a page too. */
export const codePrefix = "fash-code-";
export const savedPrefix = "fash-saved-";
export const memberStore = "fash-member";
export const memberKey = "/member";
/** When a reply was saved, in milliseconds: on replies from the cache only. */
export const savedAtHeader = "fash-saved-at";
export const sharedStore = "fash-shared";
export const sharedNameHeader = "fash-name";

/** What open pages are told when a push message has come. */
export const pushed = "fash-pushed";

/** The member who is signed in, as the app has noted it, or null. */
export async function readMember(): Promise<string | null> {
  const noted = await caches.match(memberKey, { cacheName: memberStore });
  return noted ? noted.text() : null;
}
