/** What a member is called: the display name if there is one, otherwise the username. */
export function nameOf({ username, displayName }: Named): string {
  return displayName ?? username;
}

/** Both names, for titles: `Aïcha (@aicha)`, or `@aicha`. */
export function fullNameOf({ username, displayName, isDeleted }: Named): string {
  if (isDeleted) return username;
  return displayName === null ? `@${username}` : `${displayName} (@${username})`;
}

export interface Named {
  username: string;
  displayName: string | null;
  /** The account was deleted: the username is what stands for it, not a handle. */
  isDeleted?: boolean;
}
