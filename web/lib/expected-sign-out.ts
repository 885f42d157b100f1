let isExpected = false;

/** Whether the member is ending the session on purpose, which needs no words about its end. */
export const isSignOutExpected = (): boolean => isExpected;

/** Before the page is left for good: whatever the end of the session would say, nobody reads it. */
export function expectSignOut(): void {
  isExpected = true;
}

/** Runs what ends the session on purpose. */
export async function signOutOnPurpose(signOut: () => Promise<unknown>): Promise<void> {
  isExpected = true;
  try {
    await signOut();
  } finally {
    isExpected = false;
  }
}
