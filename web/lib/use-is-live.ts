import { useEffect, useState } from "react";

/** False in the page that the server sends, true once scripts run: for what moves and what only scripts can do. */
export function useIsLive(): boolean {
  const [isLive, setIsLive] = useState(false);
  useEffect(() => setIsLive(true), []);
  return isLive;
}
