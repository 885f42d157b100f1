import type { AppContext } from "#server/http/context.ts";
import { toKey, windowOf } from "#server/auth/http/limit-windows.ts";

/**
 * Checks a texted code within the daily limit of its number, for all purposes together. An attempt counts from its start, so
 * that many at once stay within the limit; one that was right or came to nothing is given back.
 *
 * @param isOpen Whether a code is outstanding; otherwise guesses do not count, so that they cannot lock the number.
 * @param check Gives null for a wrong code; when it throws, the attempt counts as none.
 * @returns Null also when the number has no attempt left today.
 */
export async function checkCodeAttempt<T>(
  app: AppContext,
  phone: string,
  isOpen: boolean,
  check: () => Promise<T | null>,
): Promise<T | null> {
  if (!isOpen) return null;
  const window = windowOf(app, "wrongSmsCodes", app.config.auth.limits.wrongSmsCodes);
  const key = toKey(phone);
  const { isAllowed } = await window.spend(key);
  let isWrong = false;
  try {
    const outcome = isAllowed ? await check() : null;
    isWrong = isAllowed && outcome === null;
    return outcome;
  } finally {
    if (!isWrong) await window.giveBack(key);
  }
}
