/** False while the server renders a page with the app's code. */
export const isInBrowser = typeof window !== "undefined";
