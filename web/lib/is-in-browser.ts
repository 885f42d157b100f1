/** False where the server draws a visitor's page with the app's own code. */
export const isInBrowser = typeof window !== "undefined";
