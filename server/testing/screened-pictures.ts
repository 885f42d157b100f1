import { afterEach } from "vitest";
import { buildUser } from "./factories.ts";
import { createFakeVision } from "./fake-vision.ts";
import { createMemoryStorage } from "./memory-storage.ts";
import { patternedPicture } from "./pictures.ts";
import { testApp } from "./test-app.ts";

/** A server whose model gives the scores of `vision.score`, with an admin; each uploaded picture differs from the others by its seed. */
export async function screeningApp(seedsAfter: number) {
  const vision = createFakeVision();
  const home = await testApp({ app: { vision, storage: createMemoryStorage() } });
  const { as, db } = home;
  const admin = await buildUser(db, { role: "admin" });
  let seed = seedsAfter;
  afterEach(() => vision.score({ porn: 0.02, hentai: 0.01 }));
  const nextPicture = () => patternedPicture((seed += 1));
  return {
    ...home,
    vision,
    admin,
    nextPicture,
    /** The id of a new picture. */
    async upload(by: { id: string }, kind: string): Promise<string> {
      return (await as(by).upload(`/api/uploads/${kind}`, await nextPicture())).json().id;
    },
    /** The open case about something, as the queue shows it. */
    async openCase(targetId: string) {
      const { items } = (await as(admin).get("/api/admin/cases?limit=50")).json();
      return items.find((item: { targetId: string }) => item.targetId === targetId);
    },
  };
}
