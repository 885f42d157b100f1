/**
 * SQL for how often moderators agreed with the member of `reporter_records k`, as an admin may know it: without reports about
 * the admin themselves, which would tell them who reported them.
 *
 * @param adminId SQL for the id of the admin.
 * @see docs/product.md#moderation-queue
 */
export function recordColumns(adminId: string): string {
  const about = (status: "resolved" | "dismissed") =>
    `(select count(*)::integer from reports a where a.reporter_id = k.user_id and a.member_id = ${adminId}::uuid and a.status = '${status}')`;
  return `greatest(0, coalesce(k.upheld, 0) - ${about("resolved")}) as upheld,
    greatest(0, coalesce(k.dismissed, 0) - ${about("dismissed")}) as dismissed`;
}
