/** Paths that several features link to without knowing each other's routes. */
export function profilePath(username: string): string {
  return `/profile/${encodeURIComponent(username)}`;
}

export const settingsPath: string = "/settings";
export const pointsPath: string = "/points";
export const howItWorksHash = "how-it-works";
