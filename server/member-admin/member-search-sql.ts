import { z } from "zod";
import { toLikePattern } from "#server/lib/like-patterns.ts";

/**
 * SQL for the ids of the members whom admins search: an id exactly; a phone number by its digits; else a part of the
 * username, of the display name or of the e-mail address.
 *
 * @param bind Gives the place of a value in the statement.
 * @param foundMax How many each kind of match gives at most.
 */
export function foundMembers(search: string, bind: (value: unknown) => string, foundMax?: number): string {
  if (z.uuid().safeParse(search).success) return `select ${bind(search.toLowerCase())}::uuid`;
  const text = search.toLowerCase().replace(/^@/, "");
  const pattern = bind(toLikePattern(text));
  const digits = /^\+?[\d\s().-]{4,}$/.test(text) ? text.replaceAll(/\D/g, "") : "";
  const limit = foundMax === undefined ? "" : `limit ${foundMax}`;
  // Each branch has its own index.
  return [
    `select id from profiles where username like ${pattern}`,
    `select id from profiles where lower(display_name) like ${pattern}`,
    `select id from auth.users where email::text ilike ${pattern}`,
    ...(digits ? [`select id from auth.users where phone like ${bind(`%${digits}%`)}`] : []),
  ]
    .map((branch) => `(${branch} ${limit})`)
    .join(" union all ");
}
