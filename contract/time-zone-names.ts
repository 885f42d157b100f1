/** "Lisbon time": the place in a time zone's name. */
export const zoneName = (timeZone: string): string =>
  timeZone === "UTC" ? "UTC" : `${(timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ")} time`;
