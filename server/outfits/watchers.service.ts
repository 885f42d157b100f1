import { runSql } from "#server/db/db.ts";
import type { World } from "#server/http/call.ts";

/**
 * Asks whoever watches outfits of these members whether they still may: after the commit of a change that takes the
 * outfits out of somebody's sight, such as a block or a profile that turns private.
 *
 * @see security.md row 57
 */
export async function recheckWatchersOf(world: Pick<World, "db" | "live">, memberIds: string[]): Promise<void> {
  const text = "select id from outfits where user_id = any ($1::uuid[])";
  const outfits = await runSql<{ id: string }>(world.db, text, [memberIds]);
  world.live.recheckWatchers(outfits.map(({ id }) => id));
}
