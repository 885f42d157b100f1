import type { Position } from "#server/db/cursor.ts";
import { type Db, type HotStatement, type Pool, runHot, runSql } from "#server/db/db.ts";
import { cardJoins, cardRowColumns, flagColumns, type ViewedCardRow } from "./outfit-cards.store.ts";
import { isVisibleTo, type Onlooker } from "./outfit-visibility.store.ts";

/** The id of the member with this username, unless the onlooker and they are kept apart by a block. */
export async function findMember(db: Db, onlooker: Onlooker, username: string): Promise<string | undefined> {
  const [member] = await runSql<{ id: string }>(
    db,
    `select p.id from profiles p join auth.users u on u.id = p.id
     where p.username = lower($2) and ($3 or u.banned_until is null or u.banned_until < now())
       and not exists (select from blocks b where b.blocker_id = $1 and b.blocked_id = p.id)
       and not exists (select from blocks b where b.blocker_id = p.id and b.blocked_id = $1)`,
    [onlooker.userId, username, onlooker.isAdmin],
  );
  return member?.id;
}

const newestFirst = "order by o.created_at desc, o.id desc";
const pageOfMember: HotStatement = {
  name: "outfits_of_member",
  text: `select ${cardRowColumns}, ${flagColumns("$1")}
    from (
      select * from outfits o
      where o.user_id = $3::uuid and (o.created_at, o.id) < ($4::timestamptz, $5::uuid) and ${isVisibleTo("$1", "$2")}
      ${newestFirst} limit 51
    ) o ${cardJoins} ${newestFirst}`,
};

/** A member's outfits that the onlooker may open, newest first: 51 rows where there are as many. */
export function readMemberOutfits(
  pool: Pool,
  onlooker: Onlooker,
  memberId: string,
  after: Position | null,
): Promise<ViewedCardRow[]> {
  const { createdAt, id } = after ?? { createdAt: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };
  return runHot<ViewedCardRow>(pool, pageOfMember, [onlooker.userId, onlooker.isAdmin, memberId, createdAt, id]);
}
