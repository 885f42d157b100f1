let isExpected = false;

/** Whether the member is ending the session on purpose, which needs no words about its end. */
export const isSignOutExpected = (): boolean => isExpected;

/** Runs what ends the session on purpose. */
export async function signOutOnPurpose(signOut: () => Promise<unknown>): Promise<void> {
  isExpected = true;
  try {
    await signOut();
  } finally {
    isExpected = false;
  }
}
