import type { FastifyReply } from "fastify";

const statuses = new WeakMap<FastifyReply, number>();

/** Notes the status of a failure whose reply is a redirect, because a browser navigates: it is logged, and paced, as that failure. */
export function noteRedirectedFailure(reply: FastifyReply, status: number): void {
  statuses.set(reply, status);
}

/** The status of the failure behind a redirect. */
export const redirectedFailureOf = (reply: FastifyReply): number | undefined => statuses.get(reply);
