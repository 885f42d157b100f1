import type { Api } from "#contract/api.ts";
import type { Actor, Scene } from "./access-scene.ts";

/** A status; or `idle`: 200 without any change. */
export type Outcome = number | "idle";

/** One request on one object, with the expected result for each actor. A rejected request must not change any row. */
export interface AccessRow {
  endpoint: keyof Api;
  /** Whose or which object it is. */
  on: string;
  request(scene: Scene): { url: string; body?: unknown; file?: Buffer };
  outcome: Record<Actor, Outcome>;
  /** Whoever does it leaves nothing for the next actor, who needs a scene of their own. */
  isOnce?: true;
  /** For a reply with 200: whether the actor sees exactly what they may. */
  shows?(reply: { body: string; json: Reply }, actor: Actor, scene: Scene): boolean;
}

/** The parts of replies that the rows check. */
interface Reply {
  items: { id: string; isHidden?: boolean; outfit: { id: string }; member: { id: string } }[];
  bio: string | null;
  isVisible: boolean;
  heldPoints?: number;
  success?: boolean;
}

export const everyone = { anon: 200, A: 200, B: 200, P: 200, M: 200 } as const;
export const members = { ...everyone, anon: 401 } as const;
/** A member who may not see the object gets 404. */
export const forbiddenBut = (code: number, allowed: Partial<Record<Actor, Outcome>>): Record<Actor, Outcome> => ({
  anon: 401,
  A: code,
  B: code,
  P: code,
  M: code,
  ...allowed,
});

/** A PNG of one pixel. */
export const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
