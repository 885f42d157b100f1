import type { FastifyInstance } from "fastify";
import { type ClientKey, toClientKey } from "#server/lib/client-key.ts";
import { redirectedFailureOf } from "./redirected-failures.ts";

/** What one caller may be refused without waiting for it: at once, and then for each so many milliseconds. */
const atOnce = 20;
const intervalMs = 20;
const waitMsMax = 5_000;
/** A caller with more refusals under way, such as pipelined ones, loses the connection. */
const waitingMax = 1_000;
const sweepMs = 60_000;

interface Caller {
  /** When the next refusal may be sent, in the past for what the caller has not used. */
  nextMs: number;
  waiting: number;
}

/**
 * Makes callers wait who are refused all the time: one caller gets 20 refusals at once, 50 a second,
 * and further ones up to five seconds late.
 * A script that sends its next request as soon as it has a reply would otherwise keep the event loop busy with refusals alone, at
 * the cost of everybody else. What is not refused never waits, so that others at the same address do not notice.
 *
 * @see docs/security.md#s-162
 */
export function registerPacedRefusals(fastify: FastifyInstance, options: { isOn: boolean }): void {
  if (!options.isOn) return;
  const callers = new Map<ClientKey, Caller>();
  const sweep = setInterval(() => {
    const now = performance.now();
    for (const [key, { nextMs, waiting }] of callers)
      if (waiting === 0 && nextMs < now - atOnce * intervalMs) callers.delete(key);
  }, sweepMs).unref();
  fastify.addHook("onClose", () => clearInterval(sweep));

  fastify.addHook("onSend", (request, reply, _payload, done) => {
    const status = redirectedFailureOf(reply) ?? reply.statusCode;
    if (status < 400 || status >= 500) return done();
    const key = toClientKey(request.ip);
    const caller = callers.get(key) ?? { nextMs: 0, waiting: 0 };
    callers.set(key, caller);
    const waitMs = takeTurn(caller, performance.now());
    if (waitMs <= 0) return done();
    if (caller.waiting >= waitingMax) {
      request.raw.socket.destroy();
      return done();
    }
    caller.waiting += 1;
    setTimeout(() => {
      caller.waiting -= 1;
      done();
    }, waitMs);
  });
}

/** How long the caller's next refusal waits, in ms. */
function takeTurn(caller: Caller, now: number): number {
  const turn = Math.max(caller.nextMs, now - atOnce * intervalMs) + intervalMs;
  caller.nextMs = Math.min(turn, now + waitMsMax);
  return caller.nextMs - now;
}
