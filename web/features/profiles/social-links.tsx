import type { ReactNode } from "react";
import { nameOf } from "#contract/member-names.ts";
import type { Profile } from "#contract/profiles.ts";
import { iconButtonClass } from "#web/ui/icon-button.tsx";

/** Drawn in one line weight, so that five brands look like one set. */
const marks = {
  instagramUrl: {
    name: "Instagram",
    path: (
      <>
        <rect x="4" y="4" width="16" height="16" rx="5" />
        <circle cx="12" cy="12" r="3.75" />
        <path d="M16.75 7.25v.01" strokeWidth="2" />
      </>
    ),
  },
  twitterUrl: { name: "Twitter", path: <path d="M5 5l14 14M19 5L5 19" /> },
  tiktokUrl: { name: "TikTok", path: <path d="M13 4v11.5a3.5 3.5 0 1 1-3.5-3.5M13 4c.3 2.8 2.2 4.7 5 5" /> },
  facebookUrl: { name: "Facebook", path: <path d="M15.5 4.5H14a3 3 0 0 0-3 3V20M8 12h6.5" /> },
  youtubeUrl: {
    name: "YouTube",
    path: (
      <>
        <rect x="3" y="6" width="18" height="12" rx="4" />
        <path d="M10.5 9.5v5l4-2.5z" />
      </>
    ),
  },
} satisfies Record<string, { name: string; path: ReactNode }>;

type SocialField = keyof typeof marks;
const order = Object.keys(marks) as SocialField[];

/** Only those present. */
export function SocialLinks({ profile }: { profile: Pick<Profile, SocialField | "username" | "displayName"> }) {
  const links = order.flatMap((field) => {
    const url = profile[field];
    return url === null ? [] : [{ field, url, ...marks[field] }];
  });
  if (links.length === 0) return null;
  return (
    <ul aria-label="Social links" className="-ml-2.5 flex">
      {links.map(({ field, url, name, path }) => (
        <li key={field}>
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer ugc"
            aria-label={`${nameOf(profile)} on ${name}`}
            className={iconButtonClass}
          >
            <svg
              width="22"
              height="22"
              viewBox="0 0 24 24"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              strokeLinecap="round"
              strokeLinejoin="round"
              aria-hidden="true"
            >
              {path}
            </svg>
          </a>
        </li>
      ))}
    </ul>
  );
}
