import { useEffect, useState } from "react";
import { relativeTime } from "#web/lib/relative-time.ts";

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** How long ago, updated while it is on screen. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={exact.format(new Date(at))} className={className}>
      {relativeTime(at, nowMs)}
    </time>
  );
}
