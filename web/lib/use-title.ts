import { useLayoutEffect } from "react";

/** The title of the document while the component is shown. */
export function useTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
}
