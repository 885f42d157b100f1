import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#server/lib/app-error.ts";

interface CalendarFile {
  text: string;
  etag: string;
}

/** What the calendar files ask the modules; wired in app.ts. */
export interface CalendarCallbacks {
  upcoming: () => Promise<CalendarFile>;
  ofEvent: (eventId: string) => Promise<CalendarFile | null>;
  ofMember: (token: string) => Promise<CalendarFile | null>;
}

/** Serves iCalendar files: all upcoming events, one event, and each member's own behind a private address. */
export function registerCalendarRoutes(fastify: FastifyInstance, callbacks: CalendarCallbacks): void {
  fastify.get("/calendars/events.ics", async (request, reply) =>
    send(request, reply, await callbacks.upcoming(), { name: "fash-events", isPrivate: false }),
  );
  fastify.get<{ Params: { file: string } }>("/calendars/events/:file", async (request, reply) => {
    const eventId = readName(request.params.file);
    const file = eventId === null ? null : await callbacks.ofEvent(eventId);
    return send(request, reply, file, { name: `fash-event-${eventId}`, isPrivate: false });
  });
  fastify.get<{ Params: { file: string } }>("/calendars/members/:file", async (request, reply) => {
    const token = readName(request.params.file);
    const file = token === null ? null : await callbacks.ofMember(token);
    return send(request, reply, file, { name: "my-fash-events", isPrivate: true });
  });
}

const readName = (file: string): string | null => /^([\w-]{1,100})\.ics$/.exec(file)?.[1] ?? null;

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  file: CalendarFile | null,
  { name, isPrivate }: { name: string; isPrivate: boolean },
): FastifyReply {
  if (!file) throw new AppError("calendar.not_found");
  reply
    .header("cache-control", isPrivate ? "private, no-cache" : "public, max-age=300")
    .header("etag", file.etag)
    // A private address must not be found by search engines.
    .header("x-robots-tag", "noindex")
    .header("content-disposition", `attachment; filename="${name}.ics"`)
    .type("text/calendar; charset=utf-8");
  return request.headers["if-none-match"] === file.etag ? reply.status(304).send() : reply.send(file.text);
}
