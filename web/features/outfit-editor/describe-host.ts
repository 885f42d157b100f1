/** Says where photos go to be looked at. */
export const describeHost = (externalHost: string | null): string =>
  externalHost === null ? "Your photo stays on this server." : `Your photo is sent to ${externalHost} for this.`;
