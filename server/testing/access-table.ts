import { adminRows } from "./access-admin.ts";
import { articleRows } from "./access-articles.ts";
import { closetRows } from "./access-closet.ts";
import { eventRows } from "./access-events.ts";
import { outfitRows } from "./access-outfits.ts";
import { ownRows } from "./access-own.ts";
import { peopleRows } from "./access-people.ts";
import { pointsRows } from "./access-points.ts";
import { rewardRows } from "./access-rewards.ts";
import type { AccessRow } from "./access-row.ts";

/** The table of docs/security.md#who-may-do-what as data: every endpoint of the contract has at least one row. */
export const accessTable: readonly AccessRow[] = [
  ...articleRows,
  ...eventRows,
  ...outfitRows,
  ...closetRows,
  ...peopleRows,
  ...ownRows,
  ...adminRows,
  ...pointsRows,
  ...rewardRows,
];
