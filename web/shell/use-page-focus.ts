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
        const main = document.getElementById("main");
        // A page may begin in a field of its own, such as the first box of a code.
        if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
        announce(document.title.replace(" · Fash", ""));
      }),
    [router],
  );
}
