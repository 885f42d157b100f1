import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { announce } from "#web/ui/announce.tsx";

/** After moving to another page the focus goes to its landmark and its title is read out, as a full load would do. */
export function usePageFocus(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return;
        document.getElementById("main")?.focus({ preventScroll: true });
        announce(document.title.replace(" · Fash", ""));
      }),
    [router],
  );
}
