import { useEffect, useMemo, useState } from "react";

/** Shows a long list in parts, each rendered in a task of its own, so that the browser can respond in between. */
export function useInParts<T>(items: readonly T[], partLength: number): readonly T[] {
  const [count, setCount] = useState(partLength);
  const isWhole = count >= items.length;
  useEffect(() => {
    if (isWhole) return undefined;
    const timer = setTimeout(() => setCount(count + partLength));
    return () => clearTimeout(timer);
  }, [isWhole, count, partLength]);
  return useMemo(() => (isWhole ? items : items.slice(0, count)), [items, isWhole, count]);
}
