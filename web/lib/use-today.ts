import { useEffect, useState } from "react";

/** The reader's day, on a screen that stays open over midnight, too: at most a minute late, and at once on the return to it. */
export function useToday(): Date {
  const [today, setToday] = useState(() => new Date());
  useEffect(() => {
    const follow = () => {
      const now = new Date();
      setToday((known) => (known.toDateString() === now.toDateString() ? known : now));
    };
    const timer = setInterval(follow, 60_000);
    document.addEventListener("visibilitychange", follow);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", follow);
    };
  }, []);
  return today;
}
