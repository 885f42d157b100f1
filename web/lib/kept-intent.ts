/** What somebody pressed before they were asked to sign in. */
export interface Intent {
  action: "like" | "save" | "follow";
  /** Of the outfit or the member. */
  id: string;
}

export const intentKey = "fash.intent";

/** Keeps the last intent of this tab, if there is one, until somebody has signed in. */
export function saveIntent(intent: Intent | false | undefined): void {
  if (intent) sessionStorage.setItem(intentKey, JSON.stringify({ ...intent, at: Date.now() }));
}

export const hasIntent = (): boolean => sessionStorage.getItem(intentKey) !== null;
