/**
 * The server's reply; undefined where none comes in time, or only a proxy's, which is as good as no connection. On a line that is
 * there but carries nothing, the browser itself would wait for minutes.
 */
export async function inTime(answered: Promise<Response>, waitMs: number): Promise<Response | undefined> {
  const reply = await Promise.race([answered.catch(() => undefined), pause(waitMs)]);
  return reply && isFromServer(reply) ? reply : undefined;
}

const pause = (ms: number): Promise<undefined> => new Promise((resolve) => setTimeout(resolve, ms, undefined));

/** The server marks the app that it sends while its database is away, see server/http/pages/documents.ts. */
const isFromServer = ({ status, headers }: Response): boolean =>
  ![502, 503, 504].includes(status) || headers.has("fash-app");
