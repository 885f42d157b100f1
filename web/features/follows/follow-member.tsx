import { useQuery } from "@tanstack/react-query";
import { useSession } from "#web/api/session.ts";
import { FollowButton } from "./follow-button.tsx";
import { followQueries } from "./follows.queries.ts";

/** The follow button where only the member is known; it finds out how the caller stands to them. Nothing on one's own. */
export function FollowMember({ member }: { member: { id: string; username: string } }) {
  const session = useSession();
  const isMember = session.status === "signed-in";
  const { data, isError } = useQuery({ ...followQueries.member(member.username), enabled: isMember });
  if ((isMember && session.userId === member.id) || isError) return null;
  // The room is kept while the answer is on its way, so that nothing jumps.
  const isKnown = !isMember || data !== undefined;
  return (
    <span className={isKnown ? "contents" : "invisible"}>
      <FollowButton member={member} state={data?.followState ?? "none"} size="small" />
    </span>
  );
}
