import { Link } from "@tanstack/react-router";
import type { ModerationCaseDetail } from "#contract/moderation.ts";
import { isErased } from "#web/features/admin/parts/is-erased.ts";
import { MemberCell } from "#web/features/admin/parts/member-cell.tsx";
import { ObjectLog } from "#web/features/admin/parts/object-log.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { exhibitSizes, FoundPictures, Screening } from "./found-pictures.tsx";

/** What a decision about a case needs: the content, its author, the reports and what came before. */
export function CaseContent({ data }: { data: ModerationCaseDetail }) {
  const hasPicture = data.picture !== null || data.foundPictures.length > 0;
  return (
    <div className="mt-4 grid grid-cols-1 items-start gap-6 md:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
      <Exhibit data={data} />
      <div className="min-w-0 space-y-4">
        <MemberCell member={data.member} detail={pastReports(data.memberReportsCount)} />
        {hasPicture && data.content && <p className="break-words">{data.content}</p>}
        {data.context && <p className="text-muted">{`On: ${data.context}`}</p>}
        {data.isHidden && <p className="font-medium text-danger">Hidden at the moment</p>}
        <Screening data={data} />
        <OnTheSite data={data} />
        <Reports reports={data.reports} />
        <History history={data.history} />
        <ObjectLog targetType="case" targetId={data.id} />
        <ObjectLog targetType={data.targetType === "profile" ? "member" : data.targetType} targetId={data.targetId} />
      </div>
    </div>
  );
}

/** What the case is about: the pictures that were found in it, else its own picture, else its words. */
function Exhibit({ data }: { data: ModerationCaseDetail }) {
  if (data.foundPictures.length > 0) return <FoundPictures data={data} />;
  if (data.picture) {
    return (
      <div className="overflow-hidden rounded-photo">
        <Picture picture={data.picture} alt={data.excerpt} sizes={exhibitSizes} />
      </div>
    );
  }
  return (
    <div className="rounded-photo border border-line p-4 break-words whitespace-pre-line">
      {data.content ?? (data.excerpt ? "No text" : "This content no longer exists.")}
    </div>
  );
}

const linkClass = "flex min-h-11 w-fit items-center underline underline-offset-4";

/** The way to what the case is about. */
function OnTheSite({ data }: { data: ModerationCaseDetail }) {
  const { targetType, member, outfitId, eventId, articleId } = data;
  if (outfitId !== null) {
    return (
      <Link to="/outfit/$outfitId" params={{ outfitId }} className={linkClass}>
        Open the outfit
      </Link>
    );
  }
  if (eventId !== null) {
    return (
      <Link to="/events/$eventId" params={{ eventId }} className={linkClass}>
        Open the event
      </Link>
    );
  }
  if (articleId !== null) {
    return (
      <Link to="/articles/$articleId" params={{ articleId }} className={linkClass}>
        Open the article
      </Link>
    );
  }
  if (targetType !== "profile" || isErased(member)) return null;
  return (
    <Link to="/profile/$username" params={{ username: member.username }} className={linkClass}>
      Open the profile
    </Link>
  );
}

function Reports({ reports }: Pick<ModerationCaseDetail, "reports">) {
  if (reports.length === 0) return null;
  return (
    <section aria-label="Reports">
      <h3 className="font-semibold">Reports</h3>
      <ul className="mt-1 divide-y divide-line">
        {reports.map((report) => (
          <li key={report.id} className="py-2">
            <p>
              <span className="font-medium capitalize">{report.reason}</span>
              {` by @${report.reporter.username} `}
              <span className="text-fine text-muted">{`(${report.upheld} upheld, ${report.dismissed} dismissed) `}</span>
              <RelativeTime at={report.createdAt} className="text-fine text-muted" />
            </p>
            {report.details && <p className="break-words text-muted">{report.details}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function History({ history }: Pick<ModerationCaseDetail, "history">) {
  return (
    <section aria-label="History">
      <h3 className="font-semibold">History of the member</h3>
      {history.length === 0 ? (
        <p className="text-muted">No earlier decisions.</p>
      ) : (
        <ul className="mt-1">
          {history.map((entry) => (
            <li key={entry.id} className="text-fine">
              <span className="font-medium capitalize">{entry.kind}</span>
              {`: ${entry.excerpt} `}
              <RelativeTime at={entry.createdAt} className="text-muted" />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const pastReports = (count: number): string =>
  count === 1 ? "1 report against them so far" : `${count} reports against them so far`;
