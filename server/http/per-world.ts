import type { Config } from "#server/config.ts";
import type { World } from "./call.ts";

type Origin = Pick<World, "pool" | "config">;

/** One `T` for each running server, made at first use: where a process runs several, as tests do, they never share it. */
export function onePerWorld<T, W extends Origin = World>(make: (world: W) => T): (world: W) => T {
  const made = new WeakMap<World["pool"], WeakMap<Config, T>>();
  return (world) => {
    const ofPool = made.get(world.pool) ?? new WeakMap<Config, T>();
    made.set(world.pool, ofPool);
    const known = ofPool.get(world.config);
    if (known !== undefined) return known;
    const fresh = make(world);
    ofPool.set(world.config, fresh);
    return fresh;
  };
}
