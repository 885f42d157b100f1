import type { Config } from "#server/config/config.ts";
import type { AppContext } from "./context.ts";

type Origin = Pick<AppContext, "pool" | "config">;

/** One `T` for each running server, made at first use: where a process runs several, as tests do, they never share it. */
export function perApp<T, W extends Origin = AppContext>(make: (app: W) => T): (app: W) => T {
  const made = new WeakMap<AppContext["pool"], WeakMap<Config, T>>();
  return (app) => {
    const ofPool = made.get(app.pool) ?? new WeakMap<Config, T>();
    made.set(app.pool, ofPool);
    const known = ofPool.get(app.config);
    if (known !== undefined) return known;
    const fresh = make(app);
    ofPool.set(app.config, fresh);
    return fresh;
  };
}
