import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { isMissing } from "#web/api/api-error.ts";
import { adminMemberQueries, type MemberReply } from "#web/data/admin-members.ts";
import { siteName } from "#web/lib/site-name.ts";
import { useTitle } from "#web/lib/use-title.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { AuditTable } from "#web/features/admin/audit/audit-table.tsx";
import type { ContentFilterProps } from "#web/features/admin/content/content-filter.tsx";
import { CommentsTable } from "#web/features/admin/content/comments-table.tsx";
import { MemberActions } from "./member-actions.tsx";
import { MemberLedger, MemberReports, MemberSessions } from "./member-lists.tsx";
import { OutfitsTable } from "#web/features/admin/content/outfits-table.tsx";
import { RoleSelect } from "./role-select.tsx";
import { toWords } from "#web/features/admin/parts/to-words.ts";

const tabs = [
  { id: "overview", label: "Overview" },
  { id: "posts", label: "Posts" },
  { id: "comments", label: "Comments" },
  { id: "points", label: "Points" },
  { id: "against", label: "Reports against" },
  { id: "by", label: "Reports by" },
  { id: "audit", label: "Audit" },
] as const;

interface MemberPageProps extends ContentFilterProps {
  memberId: string;
  /** From the address. */
  tab: string | undefined;
  onTab: (tab: string) => void;
}

/** Everything about one member, and everything that can be done. */
export function MemberPage({ tab: wantedTab, onTab, ...content }: MemberPageProps) {
  const query = useQuery(adminMemberQueries.detail(content.memberId));
  const member = query.data;
  useTitle(`${member ? `@${member.username}` : "Member"} · Admin · ${siteName()}`);
  const tab = tabs.find(({ id }) => id === wantedTab)?.id ?? "overview";
  // Who was erased since is not shown from the cache.
  if (query.error && (!member || isMissing(query.error))) {
    return (
      <>
        <h1 className="sr-only">Member</h1>
        {isMissing(query.error) ? (
          <ErrorState
            title="Member not found"
            action={
              <Link to="/admin/users" className={buttonClass("ink")}>
                All members
              </Link>
            }
          >
            The address has a mistake, or the account was deleted.
          </ErrorState>
        ) : (
          <QueryError title="Couldn't load this member" query={query} />
        )}
      </>
    );
  }
  if (!member) return <MemberSkeleton />;
  return (
    <>
      <MemberHeading member={member} />
      <div className="mt-6">
        <Tabs label="About this member" tabs={tabs} selected={tab} onSelect={onTab}>
          <div className="pt-6">
            <TabContent tab={tab} member={member} content={content} />
          </div>
        </Tabs>
      </div>
    </>
  );
}

function MemberSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="mt-8 flex items-center gap-4">
        <Skeleton className="size-16 rounded-full!" />
        <Skeleton className="h-10 w-60" />
      </div>
      <Skeleton className="mt-4 h-10 w-full" />
      <Skeleton className="mt-6 h-10 w-full" />
      <Skeleton className="mt-6 h-60 w-full" />
    </div>
  );
}

interface TabContentProps {
  tab: (typeof tabs)[number]["id"];
  member: MemberReply;
  /** Which of the member's posts or comments. */
  content: ContentFilterProps;
}

function TabContent({ tab, member, content }: TabContentProps) {
  switch (tab) {
    case "overview":
      return <Overview member={member} />;
    case "posts":
      return <OutfitsTable {...content} />;
    case "comments":
      return <CommentsTable {...content} />;
    case "points":
      return <MemberLedger memberId={member.id} />;
    case "audit":
      return <AuditTable filter={{ memberId: member.id }} />;
    case "against":
    case "by":
      return <MemberReports key={tab} memberId={member.id} side={tab} />;
  }
}

function MemberHeading({ member }: { member: MemberReply }) {
  return (
    <header>
      <Link to="/admin/users" className="text-fine text-muted underline-offset-4 hover:underline">
        User Management
      </Link>
      <div className="mt-3 flex flex-wrap items-center gap-4">
        <Avatar username={member.username} avatarUrl={member.avatarUrl} size={64} />
        <div className="min-w-0 grow">
          <h1 className="truncate pb-1 font-display text-title">{`@${member.username}`}</h1>
          <p className="truncate text-fine text-muted">
            {[member.email, member.phone].filter(Boolean).join(" · ") || "No email or phone"}
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

const number = new Intl.NumberFormat("en");
const dateTime = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const toDate = (time: string | null) => (time === null ? "Never" : dateTime.format(new Date(time)));

function Overview({ member }: { member: MemberReply }) {
  const { upheld, dismissed } = member.reporterRecord;
  const facts: [string, string][] = [
    ["Id", member.id],
    ["Status", toWords(member.status) + (member.bannedUntil ? ` until ${toDate(member.bannedUntil)}` : "")],
    ["Joined", toDate(member.createdAt)],
    ["Last sign-in", toDate(member.lastSignInAt)],
    ["Email", member.isEmailConfirmed ? "Confirmed" : "Not confirmed"],
    ["Second factors", `${member.factorsCount}`],
    ["Outfits", number.format(member.outfitCount)],
    ["Comments", number.format(member.commentsCount)],
    ["Followers", number.format(member.followersCount)],
    ["Points", number.format(member.points)],
    ["Reports against", number.format(member.reportsCount)],
    ["Own reports", `${upheld} upheld, ${dismissed} dismissed`],
    ["Profile", member.isPrivate ? "Private" : "Public"],
    ...(member.deleteAt === null ? [] : [["Will be deleted", toDate(member.deleteAt)] as [string, string]]),
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-2">
      <div>
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-2">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-fine text-muted">{name}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ))}
        </dl>
        {member.bio && (
          <p dir="auto" className="mt-4 whitespace-pre-line">
            {member.bio}
          </p>
        )}
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
