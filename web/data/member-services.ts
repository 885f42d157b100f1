import type { QueryClient } from "@tanstack/react-query";
import { reloadOnReturn } from "#web/lib/reload-on-return.ts";
import { startDailyLogin } from "./daily-login.ts";
import { forgetFormerMember } from "./former-member.ts";
import { keepSiteName } from "./keep-site-name.ts";
import { startLiveCounts } from "./live-counts.ts";
import { startOutbox } from "./outbox.ts";
import { renewPush } from "./push-renewal.ts";

/** Starts what runs for a member as long as the app does, on every screen. */
export function startMemberServices(client: QueryClient): void {
  startLiveCounts(client);
  renewPush(client);
  startDailyLogin(client);
  startOutbox(client);
  forgetFormerMember(client);
  keepSiteName(client);
  reloadOnReturn(() => void client.invalidateQueries());
}
