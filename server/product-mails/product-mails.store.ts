import { type Db, runSql } from "#server/db/db.ts";

/** Adds a job that sends a mail; it is tried again when the mail server does not take it. */
export async function insertMailJob(tx: Db, payload: object, triesMax: number): Promise<void> {
  await runSql(tx, "select graphile_worker.add_job('sendProductMail', $1::json, max_attempts := $2)", [
    JSON.stringify(payload),
    triesMax,
  ]);
}

/** Confirmed e-mail addresses of these members. */
export async function listAddresses(db: Db, userIds: string[]): Promise<string[]> {
  const rows = await runSql<{ email: string }>(
    db,
    `select email::text as email from auth.users
     where id = any ($1::uuid[]) and email is not null and email_confirmed_at is not null order by email`,
    [userIds],
  );
  return rows.map(({ email }) => email);
}
