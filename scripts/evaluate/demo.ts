import { fillDemo } from "#server/demo/seed.ts";
import type { Look, StyleName } from "#server/demo/art/look.ts";
import { lookAt } from "#server/demo/art/looks.ts";
import { describeLook } from "#server/demo/art/describe.ts";
import { postsWithDemoMember } from "#server/demo/seed-posts.ts";
import { demoStory } from "#server/demo/story.ts";
import type { AppContext } from "#server/http/context.ts";
import { analyseOutfits } from "#server/looks/looks.service.ts";

/** An outfit of the sample data with what its generator was told. */
export interface DemoOutfit {
  id: string;
  style: StyleName;
  number: number;
  look: Look;
}

/** Seeds the sample data and analyses its pictures, unless an earlier run did. */
export async function prepareDemo(app: AppContext, print: (line: string) => void): Promise<DemoOutfit[]> {
  await fillDemo(app, print);
  for (;;) {
    const { analysed, failed } = await analyseOutfits(app);
    if (failed > 0) throw new Error(`${failed} pictures could not be analysed`);
    if (analysed === 0) break;
    print(`Analysed ${analysed} outfits`);
  }
  const { rows } = await app.pool.query<{ id: string; title: string; username: string }>(
    "select o.id, o.title, p.username from outfits o join profiles p on p.id = o.user_id",
  );
  return postsWithDemoMember(demoStory()).flatMap(({ style, look: number, author }) => {
    const { title } = describeLook(style, number);
    const row = rows.find((one) => one.title === title && one.username === author);
    return row ? [{ id: row.id, style, number, look: lookAt(style, number).look }] : [];
  });
}
