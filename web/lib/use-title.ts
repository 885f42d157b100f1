import { useLayoutEffect, useRef } from "react";

/** The title of the document while the component is shown. If it `isServed`, it stays the server's until `title` changes. */
export function useTitle(title: string, isServed = false): void {
  const served = useRef(isServed ? title : undefined);
  useLayoutEffect(() => {
    if (title === served.current) return;
    served.current = undefined;
    document.title = title;
  }, [title]);
}
