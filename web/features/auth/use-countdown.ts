import { useCallback, useEffect, useState } from "react";

/** Whole seconds until a code may be sent again, and `restart` for when one has been sent. */
export function useCountdown(seconds: number, isRunningAtFirst: boolean): { secondsLeft: number; restart: () => void } {
  const [endsAtMs, setEndsAtMs] = useState(() => (isRunningAtFirst ? Date.now() + seconds * 1_000 : 0));
  const [nowMs, setNowMs] = useState(Date.now);
  const secondsLeft = Math.max(0, Math.ceil((endsAtMs - nowMs) / 1_000));
  const isRunning = secondsLeft > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNowMs(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  const restart = useCallback(() => {
    setNowMs(Date.now());
    setEndsAtMs(Date.now() + seconds * 1_000);
  }, [seconds]);
  return { secondsLeft, restart };
}
