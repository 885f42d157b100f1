/** Addresses that several features link to without knowing each other's routes. */
export function profilePath(username: string): string {
  return `/profile/${encodeURIComponent(username)}`;
}

export const settingsPath: string = "/settings";
export const pointsPath: string = "/points";
