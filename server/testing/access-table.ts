import { closetRows } from "./access-closet.ts";
import { outfitRows } from "./access-outfits.ts";
import { ownRows } from "./access-own.ts";
import { peopleRows } from "./access-people.ts";
import type { AccessRow } from "./access-row.ts";

/** Security.md section 4 as data: every call of the contract stands in at least one row. */
export const accessTable: readonly AccessRow[] = [...outfitRows, ...closetRows, ...peopleRows, ...ownRows];
