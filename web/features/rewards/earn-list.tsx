import { Link } from "@tanstack/react-router";
import { CalendarCheck, Camera, Heart, MessageSquareText, Sun } from "lucide-react";
import { limits } from "#contract/limits.ts";
import { howItWorksHash, pointsPath } from "#web/lib/paths.ts";

const ways = [
  { Mark: Camera, text: "Post an outfit", points: limits.postOutfitPoints },
  { Mark: CalendarCheck, text: "Attend an event", points: limits.attendEventPoints },
  { Mark: MessageSquareText, text: "Comment on an outfit", points: limits.commentEarnPoints },
  { Mark: Sun, text: "Visit every day", points: limits.dailyLoginEarnPoints },
  { Mark: Heart, text: "Like an outfit", points: limits.likeEarnPoints },
];

/** What earns points, each up to an amount; the rules behind it are on the page about points. */
export function EarnList() {
  return (
    <section aria-labelledby="earn">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="earn" className="font-display text-title">
          Ways to earn
        </h2>
        <Link to={pointsPath} hash={howItWorksHash} className="inline-flex min-h-11 items-center font-medium underline">
          How It Works
        </Link>
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {ways.map(({ Mark, text, points }) => (
          <li key={text}>
            <Link
              to={pointsPath}
              hash={howItWorksHash}
              className="group flex min-h-14 items-center gap-4 py-2 transition-colors duration-150 hover:bg-ink/4"
            >
              <Mark aria-hidden="true" size={20} strokeWidth={1.5} className="shrink-0" />
              <span className="min-w-0 flex-1">{text}</span>
              <span className="shrink-0 text-muted">
                up to <span className="font-display text-lead text-ink tabular-nums">{points}</span>
                <span className="sr-only"> points</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
