import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { articleQueries } from "#web/data/articles.ts";
import { useNextEventLine } from "#web/data/next-event.ts";

interface Shortcut {
  to: string;
  title: string;
  text: string;
  /** A drawing on a 48 grid. */
  mark: ReactNode;
}

const shortcuts: readonly Shortcut[] = [
  {
    to: "/swipes",
    title: "Swipe",
    text: "One look at a time",
    mark: (
      <path d="M14 10h20a3 3 0 0 1 3 3v25a3 3 0 0 1-3 3H14a3 3 0 0 1-3-3V13a3 3 0 0 1 3-3zM15 6h18M24 31l-6-6a3.6 3.6 0 0 1 6-4 3.6 3.6 0 0 1 6 4z" />
    ),
  },
  {
    to: "/styles",
    title: "Styles",
    text: "Find your style",
    mark: (
      <path d="M15 6 24 21H6zM36 8a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM8 28h13v13H8zM36 27l7.5 4.5v8.5L36 44l-7.5-4v-8.5z" />
    ),
  },
  {
    to: "/closet",
    title: "Closet",
    text: "Your saved outfits",
    mark: <path d="M9 5h30v38H9zM24 5v38M20 22v5M28 22v5M9 43v2M39 43v2" />,
  },
  {
    to: "/events",
    title: "Events",
    text: "Where to wear it",
    mark: (
      <path d="M8 11h32v31H8zM8 20h32M16 6v9M32 6v9M24 25l1.8 3.7 4 .6-2.9 2.8.7 4-3.6-1.9-3.6 1.9.7-4-2.9-2.8 4-.6z" />
    ),
  },
  {
    to: "/articles",
    title: "Articles",
    text: "Longer reads",
    mark: <path d="M9 6h22l8 8v28H9zM31 6v8h8M16 22h16M16 29h16M16 36h9" />,
  },
  {
    to: "/rewards",
    title: "Rewards",
    text: "Turn points into gift cards",
    mark: (
      <path d="M7 17h34v8H7zM10 25v17h28V25M24 17v25M24 17c-9 0-12-4-10-8s8-2 10 8zM24 17c9 0 12-4 10-8s-8-2-10 8z" />
    ),
  },
];

/** The shortcuts on the home page, in one line; those of Articles and Events name an article and an event. */
export function Shortcuts() {
  const article = useQuery(articleQueries.lead()).data?.items[0];
  const nextEvent = useNextEventLine();
  const news: Record<string, string | undefined> = { "/articles": article?.title, "/events": nextEvent };
  return (
    <nav aria-label="Shortcuts">
      <ul className="-mx-4 flex snap-x scroll-px-4 gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:-mx-6 md:scroll-px-6 md:gap-3 md:px-6 lg:mx-0 lg:flex-wrap lg:px-0">
        {shortcuts.map(({ to, title, text, mark }) => (
          <li key={title} className="shrink-0 grow snap-start">
            <Link
              to={to}
              // What does not fit is read on demand.
              title={news[to]}
              className="group flex min-h-14 items-center gap-2 rounded-full border border-line bg-surface pr-4 pl-3 transition-colors duration-200 hover:border-ink hover:bg-ink hover:text-paper"
            >
              <svg
                width="22"
                height="22"
                viewBox="0 0 48 48"
                fill="none"
                stroke="currentColor"
                strokeWidth="2.5"
                strokeLinecap="round"
                strokeLinejoin="round"
                aria-hidden="true"
              >
                {mark}
              </svg>
              {/* As wide for a title that comes later as for the words before it, so that nothing moves. */}
              <span className={to in news ? "w-32 grow" : undefined}>
                <span className="block leading-tight font-medium">{title}</span>{" "}
                <span className="block truncate text-fine text-muted group-hover:text-paper/70">
                  {news[to] ?? text}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
