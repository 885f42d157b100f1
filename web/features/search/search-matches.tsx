import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import type { SearchMatches as Matches } from "#contract/search.ts";
import { profilePath } from "#web/lib/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { chipClass } from "#web/ui/chip.tsx";
import { MemberName } from "#web/ui/member-name.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

interface SearchMatchesProps {
  matches: Matches | undefined;
  isPending: boolean;
}

/** The people, styles, tags, brands, articles and events that a search means, each a way to its own page. */
export function SearchMatches({ matches, isPending }: SearchMatchesProps) {
  if (matches === undefined) return isPending ? <MatchesSkeleton /> : null;
  return (
    <>
      <Row label="People" links={matches.people.map(toPersonLink)} />
      <Row
        label="Styles, tags and brands"
        links={[
          ...matches.styles.map(({ id, name }) => (
            <Link key={id} to="/explore" search={{ style: id }} className={chipClass()}>
              {name} <Kind>style</Kind>
            </Link>
          )),
          ...matches.tags.map((tag) => (
            <Link key={`#${tag}`} to="/tag/$tag" params={{ tag }} className={chipClass()}>
              {`#${tag}`}
            </Link>
          )),
          ...matches.brands.map((brand) => (
            <Link key={brand} to="/brand/$brand" params={{ brand }} className={chipClass()}>
              {brand} <Kind>brand</Kind>
            </Link>
          )),
        ]}
      />
      <Row
        label="Articles"
        links={matches.articles.map(({ id, title, readingMinutes }) => (
          <Link key={id} to="/articles/$articleId" params={{ articleId: id }} className={chipClass()}>
            {title} <Kind>{`${readingMinutes} min`}</Kind>
          </Link>
        ))}
      />
      <Row label="Events" links={matches.events.map(toEventLink)} />
    </>
  );
}

const toEventLink = ({ id, title, startsAt, timeZone }: Matches["events"][number]) => (
  <Link key={id} to="/events/$eventId" params={{ eventId: id }} className={chipClass()}>
    {title}{" "}
    {startsAt && timeZone && (
      <Kind>
        {new Intl.DateTimeFormat("en-GB", { timeZone, day: "numeric", month: "short" }).format(new Date(startsAt))}
      </Kind>
    )}
  </Link>
);

const toPersonLink = (member: Matches["people"][number]) => (
  <Link
    key={member.id}
    to={profilePath(member.username)}
    className="group flex min-h-11 items-center gap-2.5 rounded-full pr-4 text-fine font-medium"
  >
    <Avatar username={member.username} avatarUrl={member.avatarUrl} size={44} />
    <span className="underline-offset-4 group-hover:underline">
      <MemberName member={member} hasHandle />
    </span>
  </Link>
);

function Row({ label, links }: { label: string; links: ReactElement[] }) {
  if (links.length === 0) return null;
  return (
    <section aria-label={label} className="pb-4">
      <h2 className="small-caps mb-2 text-muted">{label}</h2>
      <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0">
        {links.map((link) => (
          <li key={link.key} className="shrink-0">
            {link}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Kind({ children }: { children: string }) {
  return <span className="font-normal text-muted">{children}</span>;
}

function MatchesSkeleton() {
  return (
    <div aria-hidden="true" className="flex gap-2 pb-6">
      {[128, 96, 112].map((width) => (
        <Skeleton key={width} className="h-11 rounded-full!" style={{ width }} />
      ))}
    </div>
  );
}
