import type { Session } from "@supabase/auth-js";
import { writeItem } from "#web/lib/storage.ts";

const storageKey = "fash.session";
/** How long one try may take: on a line that is there but carries nothing, the browser would wait for minutes. */
const tryMaxMs = 10_000;
const firstPauseMs = 200;
const pausesMaxMs = 3_200;

/** Reads the stored session: null once it is no longer the one to be refreshed. */
type FindExpired = () => Session | null;

/** Asks for a new session in place of an expired one, and writes it. Whether there was an answer. */
export async function tryRefresh(findExpired: FindExpired): Promise<boolean> {
  const expired = findExpired();
  if (!expired) return true;
  const { refresh_token } = expired;
  try {
    const reply = await fetch("/auth/v1/token?grant_type=refresh_token", {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/json" },
      body: JSON.stringify({ refresh_token }),
      signal: AbortSignal.timeout(tryMaxMs),
    });
    const isRejected = [400, 401, 403].includes(reply.status);
    if (!reply.ok && !isRejected) return false;
    // A proxy's page is no answer.
    const session = (await reply.json()) as Session;
    // By this device's clock: if that is an hour fast, each token would have expired by the server's.
    session.expires_at = Math.floor(Date.now() / 1_000) + session.expires_in;
    // Another tab may have signed in, out or refreshed in the meantime.
    if (findExpired()?.refresh_token === refresh_token) {
      writeItem("local", storageKey, isRejected ? null : JSON.stringify(session));
      findExpired();
    }
    return true;
  } catch {
    return false;
  }
}

/** Tries again after 200, 400, 800 ms and so on, docs/product.md#sessions. */
export async function repeatRefresh(findExpired: FindExpired): Promise<boolean> {
  for (let pauseMs = firstPauseMs; pauseMs <= pausesMaxMs; pauseMs *= 2) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (await tryRefresh(findExpired)) return true;
  }
  return false;
}
