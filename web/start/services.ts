import type { QueryClient } from "@tanstack/react-query";
import { whenLoaded } from "#web/lib/when-idle.ts";

/** The code for members alone loads after everything on screen; every screen links to their home. */
export function startServices(client: QueryClient): void {
  whenLoaded(() => loadServices(client));
  // A failure is retried and shown on the tap.
  whenLoaded(() => void import("#web/screens/home/member-home.tsx").catch(() => undefined));
  prepareForOffline();
}

function loadServices(client: QueryClient): void {
  import("#web/data/member-services.ts").then(
    (services) => services.startMemberServices(client),
    () => addEventListener("online", () => loadServices(client), { once: true }),
  );
}

/** For all who install the app: it receives shared photos also while nobody is signed in. */
export function prepareInstalledApp(): void {
  if (matchMedia("(display-mode: standalone)").matches) prepareForOffline();
  addEventListener("appinstalled", prepareForOffline, { once: true });
}

function prepareForOffline(): void {
  whenLoaded(() => void import("#web/api/service-worker.ts").then(({ startServiceWorker }) => startServiceWorker()));
}
