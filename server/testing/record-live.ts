import { onTestFinished } from "vitest";
import type { ServerEvents } from "#contract/live.ts";
import type { Live } from "#server/http/live/live.ts";

/** Records the balance events sent to members, until the test ends. */
export function recordLive(live: Live): { balances(): [userId: string, balance: number][] } {
  const balances: [string, number][] = [];
  const { emitToMembers } = live;
  live.emitToMembers = (userIds, event, ...payload) => {
    if (event !== "points") return;
    const [{ balance }] = payload as Parameters<ServerEvents["points"]>;
    balances.push(...userIds.map((userId): [string, number] => [userId, balance]));
  };
  onTestFinished(() => void Object.assign(live, { emitToMembers }));
  return { balances: () => balances };
}
