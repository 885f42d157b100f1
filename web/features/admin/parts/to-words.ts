/** "DAILY_LOGIN" as "Daily login", "awaiting approval" as "Awaiting approval". */
export const toWords = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).toLowerCase().replaceAll("_", " ");
