import type { Api } from "#contract/api.ts";
import type { Actor, Scene } from "./access-scene.ts";

/** A status; or `idle`: answered 200, and nothing whatever was changed. */
export type Outcome = number | "idle";

/** One call on one thing, and what comes of it for each actor. Refused means that not one row has changed. */
export interface AccessRow {
  call: keyof Api;
  /** Whose or which thing it is. */
  on: string;
  request(scene: Scene): { url: string; body?: unknown; file?: Buffer };
  outcome: Record<Actor, Outcome>;
  /** Of a reply with 200: whether the actor sees exactly what they may. */
  shows?(reply: { body: string; json: Reply }, actor: Actor, scene: Scene): boolean;
}

/** As much of any reply as the rows look at. */
interface Reply {
  items: { id: string; isHidden?: boolean; outfit: { id: string }; member: { id: string } }[];
  bio: string | null;
  isVisible: boolean;
}

export const everyone = { anon: 200, A: 200, B: 200, P: 200, M: 200 } as const;
export const members = { ...everyone, anon: 401 } as const;
/** A member for whom the thing is not there is told so. */
export const forbiddenBut = (code: number, allowed: Partial<Record<Actor, Outcome>>): Record<Actor, Outcome> => ({
  anon: 401,
  A: code,
  B: code,
  P: code,
  M: code,
  ...allowed,
});
