import { useQuery } from "@tanstack/react-query";
import type { Named } from "#contract/member-names.ts";
import { useSession } from "#web/api/session.ts";
import { profileQueries } from "#web/data/profiles.ts";
import { FollowButton } from "./follow-button.tsx";

/** A follow button that loads the follow state itself. Renders nothing for the caller. */
export function FollowMember({ member }: { member: Named & { id: string } }) {
  const session = useSession();
  const isMember = session.status === "signed-in";
  const { data, isError } = useQuery({ ...profileQueries.profile(member.username), enabled: isMember });
  if ((isMember && session.userId === member.id) || (isError && !data)) return null;
  // Invisible but in the layout while loading, so that nothing shifts.
  const isKnown = !isMember || data !== undefined;
  return (
    <span className={isKnown ? "contents" : "invisible"}>
      <FollowButton member={member} state={data?.followState ?? "none"} size="small" />
    </span>
  );
}
