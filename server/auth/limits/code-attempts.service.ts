import type { AppContext } from "#server/http/context.ts";
import { toKey, windowOf } from "#server/auth/http/limit-windows.ts";

/**
 * Checks a texted code within the daily limit of its number, for all purposes together.
 *
 * @param isOpen Whether a code is outstanding; otherwise guesses do not count, so that they cannot lock the number.
 * @param check Gives null for a wrong code.
 * @returns Null also when the number has no attempt left today.
 */
export async function checkCodeAttempt<T>(
  app: AppContext,
  phone: string,
  isOpen: boolean,
  check: () => Promise<T | null>,
): Promise<T | null> {
  const { wrongSmsCodes } = app.config.auth.limits;
  const window = windowOf(app, "wrongSmsCodes", wrongSmsCodes);
  const { points } = await window.read(toKey(phone));
  if (points >= wrongSmsCodes.points) return null;
  const outcome = await check();
  if (outcome === null && isOpen) await window.spend(toKey(phone));
  return outcome;
}
