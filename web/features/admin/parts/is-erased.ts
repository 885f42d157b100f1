import type { Author } from "#contract/page.ts";

/** Whether the account is erased: only 'Deleted member' is left then, and no username has a space. */
export const isErased = (member: Author): boolean => member.username.includes(" ");
