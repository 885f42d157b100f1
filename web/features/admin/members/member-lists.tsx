import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { adminMemberQueries, type MemberReply } from "#web/data/admin-members.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { PagedList } from "#web/features/admin/parts/paged-list.tsx";
import { toWords } from "#web/features/admin/parts/to-words.ts";

const points = new Intl.NumberFormat("en", { signDisplay: "exceptZero" });

/** A member's ledger, corrections with their reasons. */
export function MemberLedger({ memberId }: { memberId: string }) {
  const query = useInfiniteQuery(adminMemberQueries.ledger(memberId));
  return (
    <PagedList label="Points" empty="No points yet." query={query}>
      {(entry) => (
        <p className="flex flex-wrap items-baseline gap-x-4">
          <span className="w-16 font-medium tabular-nums">{points.format(entry.points)}</span>
          <span className="grow">
            {toWords(entry.action)}
            {entry.reason && <span className="text-muted">{` · ${entry.reason}`}</span>}
          </span>
          <RelativeTime at={entry.createdAt} className="text-fine text-muted" />
        </p>
      )}
    </PagedList>
  );
}

/** Reports by or against a member, with the way to their cases. */
export function MemberReports({ memberId, side }: { memberId: string; side: "by" | "against" }) {
  const query = useInfiniteQuery(adminMemberQueries.reports(memberId, side));
  return (
    <PagedList label={side === "by" ? "Reports by" : "Reports against"} empty="No reports." query={query}>
      {(report) => (
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <span className="font-medium capitalize">{report.reason}</span>
          <span className="grow text-muted">
            {`${report.targetType}, ${side === "by" ? "against" : "by"} ${report.other ? `@${report.other.username}` : "a member"}, ${report.status}`}
          </span>
          {report.caseId && (
            <Link to="/admin/moderation" search={{ case: report.caseId }} className="underline underline-offset-4">
              Open case
            </Link>
          )}
          <RelativeTime at={report.createdAt} className="text-fine text-muted" />
          {report.details && <p className="w-full text-fine text-muted">{report.details}</p>}
        </div>
      )}
    </PagedList>
  );
}

/** Where a member is signed in. */
export function MemberSessions({ sessions }: { sessions: MemberReply["sessions"] }) {
  return (
    <section aria-label="Sessions">
      <h2 className="font-semibold">Sessions</h2>
      {sessions.length === 0 ? (
        <p className="mt-1 text-muted">Not signed in on any device.</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {sessions.map((session) => (
            <li key={session.id} className="py-2">
              <p className="break-words">{session.userAgent || "Unknown device"}</p>
              <p className="text-fine text-muted">
                {`${session.ip || "Unknown address"} · last used `}
                <RelativeTime at={session.lastUsedAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
