import { getSession, startSession } from "./api/session.ts";
import { applyInitialData, takeInitialData } from "./initial-data.ts";
import { nameCodeFailures } from "./lib/code-failure.ts";
import { goToSignIn } from "./lib/go-to-sign-in.ts";
import { keepMovedFocus } from "./lib/keep-moved-focus.ts";
import { nextTask } from "./lib/next-task.ts";
import { startTheme } from "./lib/theme.ts";
import { ignoreUnmounted } from "./lib/unmounted-components.ts";
import { holdBack, whenLoaded } from "./lib/when-idle.ts";
import { createQueryClient } from "./query-client.ts";
import { createAppRouter } from "./router.tsx";
import { showFirstPage } from "./start/first-page.tsx";
import { preloadNearScreens } from "./start/near-screens.ts";
import { onSignIn } from "./start/on-sign-in.ts";
import { prepareInstalledApp, startServices } from "./start/services.ts";
import { resetOnSessionChange } from "./start/session-changes.ts";
import { loadErrorMessages } from "./text/errors.ts";

const queryClient = createQueryClient(() => goToSignIn(router));
// Creating the router takes as long as all the rest: in its own task.
await nextTask();
const router = createAppRouter(queryClient);
await nextTask();

const isMember = () => getSession().status === "signed-in";

resetOnSessionChange(queryClient, router);
// What is only needed later waits for a member's first pictures.
const release = isMember() ? holdBack() : undefined;
if (release) setTimeout(release, 5_000);
prepareInstalledApp();

// Before the first form loads: zod would test whether `eval` is allowed, which our CSP blocks and the browser reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
whenLoaded(() => void loadErrorMessages());
whenLoaded(startTheme);
keepMovedFocus();
nameCodeFailures();
ignoreUnmounted();
startSession();
onSignIn(queryClient, () => startServices(queryClient));

const data = takeInitialData();
// The embedded data is for visitors: it has no likes or rights of a member.
const isVisitor = !isMember();
if (isVisitor) applyInitialData(queryClient, data);
await showFirstPage(queryClient, router, isVisitor);
release?.();
preloadNearScreens(router);
