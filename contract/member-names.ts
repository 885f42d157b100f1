/** What a member is called: the display name if there is one, otherwise the username. */
export function nameOf({ username, displayName }: Named): string {
  return displayName ?? username;
}

/** Both names, for titles: `Aïcha (@aicha)`, or `@aicha`. */
export function fullNameOf({ username, displayName }: Named): string {
  return displayName === null ? `@${username}` : `${displayName} (@${username})`;
}

export interface Named {
  username: string;
  displayName: string | null;
}
