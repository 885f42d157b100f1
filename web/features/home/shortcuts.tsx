import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

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
    text: "Find your family",
    mark: (
      <path d="M15 6 24 21H6zM36 8a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM8 28h13v13H8zM36 27l7.5 4.5v8.5L36 44l-7.5-4v-8.5z" />
    ),
  },
  {
    to: "/closet",
    title: "Closet",
    text: "What you kept",
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
    to: "/rewards",
    title: "Rewards",
    text: "What points become",
    mark: (
      <path d="M7 17h34v8H7zM10 25v17h28V25M24 17v25M24 17c-9 0-12-4-10-8s8-2 10 8zM24 17c9 0 12-4 10-8s-8-2-10 8z" />
    ),
  },
];

/** The five ways on from home. */
export function Shortcuts() {
  return (
    <nav aria-label="Shortcuts">
      <ul className="-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 [scrollbar-width:none] md:mx-0 md:grid md:grid-cols-5 md:gap-5 md:overflow-visible md:px-0">
        {shortcuts.map(({ to, title, text, mark }) => (
          <li key={title} className="w-36 shrink-0 snap-start md:w-auto">
            <Link
              to={to}
              className="group flex h-full min-h-44 flex-col justify-between rounded-photo border border-line bg-surface p-4 transition-colors duration-200 hover:border-ink hover:bg-ink hover:text-paper md:p-3.5 lg:min-h-52 lg:p-5"
            >
              <svg
                width="40"
                height="40"
                viewBox="0 0 48 48"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.5"
                strokeLinecap="round"
                strokeLinejoin="round"
                aria-hidden="true"
              >
                {mark}
              </svg>
              <span>
                <span className="font-display block text-title md:text-lead lg:text-title">{title}</span>
                <span className="block text-fine text-muted transition-colors md:max-lg:hidden duration-200 group-hover:text-paper/70">
                  {text}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
