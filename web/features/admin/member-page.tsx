import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { adminMemberQueries, type MemberReply } from "#web/data/admin-members.ts";
import { useTitle } from "#web/lib/use-title.ts";
import { errorMessage } from "#web/text/errors.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { AuditTable } from "./audit-table.tsx";
import { CommentsTable } from "./comments-table.tsx";
import { MemberActions } from "./member-actions.tsx";
import { MemberLedger, MemberReports, MemberSessions } from "./member-lists.tsx";
import { OutfitsTable } from "./outfits-table.tsx";
import { RoleSelect } from "./role-select.tsx";

const tabs = [
  { id: "overview", label: "Overview" },
  { id: "posts", label: "Posts" },
  { id: "comments", label: "Comments" },
  { id: "points", label: "Points" },
  { id: "against", label: "Reports against" },
  { id: "by", label: "Reports by" },
  { id: "audit", label: "Audit" },
] as const;
type TabId = (typeof tabs)[number]["id"];

/** Everything about one member, and everything that can be done. */
export function MemberPage({ memberId }: { memberId: string }) {
  const { data: member, error, refetch, isRefetching } = useQuery(adminMemberQueries.detail(memberId));
  const [tab, setTab] = useState<TabId>("overview");
  if (error && !member) {
    return (
      <ErrorState title="This member did not load" onRetry={() => void refetch()} isRetrying={isRefetching}>
        {errorMessage(error)}
      </ErrorState>
    );
  }
  if (!member) return <Skeleton className="h-60 rounded-photo!" />;
  return (
    <>
      <MemberHeading member={member} />
      <div className="mt-6">
        <Tabs label="About this member" tabs={tabs} selected={tab} onSelect={setTab}>
          <div className="pt-6">
            {tab === "overview" && <Overview member={member} />}
            {tab === "posts" && <OutfitsTable memberId={memberId} />}
            {tab === "comments" && <CommentsTable memberId={memberId} />}
            {tab === "points" && <MemberLedger memberId={memberId} />}
            {tab === "against" && <MemberReports memberId={memberId} side="against" />}
            {tab === "by" && <MemberReports memberId={memberId} side="by" />}
            {tab === "audit" && <AuditTable filter={{ memberId }} />}
          </div>
        </Tabs>
      </div>
    </>
  );
}

function MemberHeading({ member }: { member: MemberReply }) {
  useTitle(`@${member.username} · Admin · Fash`);
  return (
    <header>
      <Link to="/admin/users" className="text-fine text-muted underline-offset-4 hover:underline">
        User Management
      </Link>
      <div className="mt-3 flex flex-wrap items-center gap-4">
        <Avatar username={member.username} avatarUrl={member.avatarUrl} size={64} />
        <div className="min-w-0 grow">
          <h1 className="truncate font-display text-title">{`@${member.username}`}</h1>
          <p className="truncate text-fine text-muted">
            {[member.email, member.phone].filter(Boolean).join(" · ") || "No e-mail or phone"}
          </p>
        </div>
        <RoleSelect member={member} />
      </div>
      <div className="mt-4">
        <MemberActions member={member} />
      </div>
    </header>
  );
}

const dateTime = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const toDate = (time: string | null) => (time === null ? "Never" : dateTime.format(new Date(time)));

function Overview({ member }: { member: MemberReply }) {
  const { upheld, dismissed } = member.reporterRecord;
  const facts: [string, string][] = [
    ["Id", member.id],
    ["Status", member.status + (member.suspendedUntil ? ` until ${toDate(member.suspendedUntil)}` : "")],
    ["Joined", toDate(member.createdAt)],
    ["Last sign-in", toDate(member.lastSignInAt)],
    ["E-mail", member.isEmailConfirmed ? "Confirmed" : "Not confirmed"],
    ["Second factors", `${member.factorsCount}`],
    ["Outfits, comments", `${member.outfitCount}, ${member.commentsCount}`],
    ["Followers, points", `${member.followersCount}, ${member.points}`],
    ["Reports against", `${member.reportsCount}`],
    ["Own reports", `${upheld} upheld, ${dismissed} dismissed`],
    ["Profile", member.isPrivate ? "Private" : "Public"],
    ...(member.deleteAt === null ? [] : [["Will be deleted", toDate(member.deleteAt)] as [string, string]]),
  ];
  return (
    <div className="grid gap-10 lg:grid-cols-2">
      <div>
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-2">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-fine text-muted">{name}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ))}
        </dl>
        {member.bio && <p className="mt-4 whitespace-pre-line">{member.bio}</p>}
      </div>
      <div className="space-y-8">
        <Decisions member={member} />
        <MemberSessions sessions={member.sessions} />
      </div>
    </div>
  );
}

function Decisions({ member }: { member: MemberReply }) {
  return (
    <section aria-label="Decisions">
      <h2 className="font-semibold">Decisions</h2>
      {member.actions.length === 0 ? (
        <p className="mt-1 text-muted">Nothing was ever hidden, removed or suspended.</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {member.actions.map((action) => (
            <li key={action.id} className="py-2">
              <p>
                <span className="font-medium capitalize">{action.kind}</span>
                {action.excerpt && ` “${action.excerpt}”`}
                {action.revokedAt && <span className="text-muted"> (taken back)</span>}
              </p>
              <p className="text-fine text-muted">{`${toDate(action.createdAt)} · ${action.reason}`}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
