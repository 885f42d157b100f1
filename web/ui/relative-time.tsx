import { useEffect, useState } from "react";
import { exactTime } from "#web/lib/dates.ts";
import { useHydrated } from "#web/lib/hydration/use-hydrated.ts";
import { relativeTime } from "#web/lib/relative-time.ts";

/** How long ago, updated while it is on screen. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  // The exact time is in the reader's time zone.
  const title = useHydrated() ? exactTime(at) : undefined;
  return (
    <time dateTime={at} title={title} className={className}>
      {relativeTime(at, nowMs)}
    </time>
  );
}
