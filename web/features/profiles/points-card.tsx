import { Link } from "@tanstack/react-router";
import { pointsPath } from "#web/lib/paths.ts";

/** The owner's balance; in the public preview it reads zero. */
export function PointsCard({ points }: { points: number }) {
  return (
    <Link
      to={pointsPath}
      className="group flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-photo bg-ink px-6 py-5 text-paper dark:border dark:border-line dark:bg-surface dark:text-ink md:px-8 md:py-7 lg:h-full lg:flex-col lg:items-start"
    >
      <span>
        <span className="small-caps block opacity-70">Your Points</span>
        <span className="font-display mt-2 block text-headline lg:text-[4.5rem] lg:leading-none tabular-nums">
          {points.toLocaleString("en")}
        </span>
      </span>
      <span className="font-medium whitespace-nowrap">
        View Activity{" "}
        <span aria-hidden="true" className="inline-block transition-transform duration-200 group-hover:translate-x-1">
          →
        </span>
      </span>
    </Link>
  );
}
