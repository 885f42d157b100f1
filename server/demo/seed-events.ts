import { dayMs, hourMs } from "#contract/durations.ts";
import { eventPicture } from "#server/demo/art/event-scenes.ts";
import { rasterise } from "#server/demo/art/raster.ts";
import { seededRandom } from "#server/demo/art/seeded-random.ts";
import { transact } from "#server/db/db.ts";
import { toLocalTime, toMoment } from "#server/events/event-times.ts";
import { insertEvent } from "#server/events/events.service.ts";
import { newId } from "#server/lib/ids.ts";
import { attachImage, storePicture } from "#server/media/media.service.ts";
import { learnTerms } from "#server/outfits/outfits.service.ts";
import type { DemoEvent } from "./events.ts";
import { DEMO_AUDIENCE, DEMO_PEOPLE } from "./people.ts";
import { insertEventLife, insertStep, setRole } from "./seed.store.ts";
import type { Scene } from "./seed-posts.ts";

const members = [...DEMO_AUDIENCE, ...DEMO_PEOPLE.map(({ username }) => username)];

/** The name of an event's step. */
export const eventStepOf = (event: DemoEvent): string => `event ${event.key}`;

/** Draws an event's cover and inserts the event with its replies, outfits and comments in one transaction. */
export async function seedEvent({ app, idOf, styleIdOf, seededAt }: Scene, event: DemoEvent): Promise<void> {
  const userId = idOf(event.organiser);
  const drawing = eventPicture(event.scene, event.style, event.key);
  const image = await storePicture(app, { userId, kind: "outfit", bytes: await rasterise(drawing.svg, drawing) });
  const { startsAt, endsAt } = timesOf(event, seededAt);
  const madeAt = new Date(Math.min(seededAt.getTime(), startsAt.getTime()) - 16 * dayMs);
  await transact(app.db, async (tx) => {
    if (!(await insertStep(tx, eventStepOf(event), app.clock.now()))) return;
    await setRole(tx, userId, "business");
    await attachImage(tx, { userId, imageId: image.id, kind: "outfit" });
    const eventId = newId(madeAt.getTime());
    const { title, description, location, address, timeZone, capacity } = event;
    await insertEvent(tx, {
      id: eventId,
      userId,
      imageId: image.id,
      content: {
        title,
        description,
        location,
        address,
        timeZone,
        capacity,
        styleId: styleIdOf(event.style),
        coverAlt: `A drawing of ${sceneWords[event.scene]} with people in ${event.style.toLowerCase()} clothes`,
        startsAt,
        endsAt,
        startsOn: toLocalTime(startsAt, timeZone).slice(0, 10),
        endsOn: toLocalTime(endsAt, timeZone).slice(0, 10),
      },
      change: { status: "published", submittedAt: madeAt, publishedAt: madeAt },
      now: madeAt,
    });
    await learnTerms(tx, { title: `${title} ${location}`, tags: [], brands: [] });
    await insertEventLife(tx, eventId, {
      attendees: crowdOf(event).map((username, index) => ({
        userId: idOf(username),
        state: capacity !== null && index >= capacity ? "waiting" : "going",
        at: new Date(madeAt.getTime() + (index + 1) * 3 * hourMs),
      })),
      organiserId: userId,
      isOver: endsAt <= seededAt,
      styleId: styleIdOf(event.style),
      outfits: event.outfits,
      comments: event.comments.map(([author, text], index) => ({
        userId: idOf(author),
        text,
        at: new Date(madeAt.getTime() + (index + 1) * 19 * hourMs),
      })),
    });
  });
}

const sceneWords = {
  market: "a market",
  shop: "a shop front",
  stage: "a stage",
  gallery: "a gallery",
} as const;

function timesOf({ inDays, startsAt, hours, timeZone }: DemoEvent, seededAt: Date): { startsAt: Date; endsAt: Date } {
  const day = toLocalTime(new Date(seededAt.getTime() + inDays * dayMs), timeZone).slice(0, 10);
  const moment = toMoment(`${day}T${startsAt}`, timeZone);
  if (!("at" in moment)) throw new Error(`${day} ${startsAt} is no time in ${timeZone}`);
  return { startsAt: moment.at, endsAt: new Date(moment.at.getTime() + hours * hourMs) };
}

/** Attendees; for a full event, also a waiting list. */
function crowdOf({ key, going, capacity, organiser }: DemoEvent): string[] {
  const random = seededRandom(`crowd/${key}`);
  const wanted = going + (capacity === going ? 6 : 0);
  return members
    .filter((username) => username !== organiser)
    .map((username) => ({ username, rank: random.next() }))
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, wanted)
    .map(({ username }) => username);
}
