import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AuditFilter } from "#contract/audit.ts";
import type { SiteSettings } from "#contract/settings.ts";
import { call } from "#web/api/call.ts";
import { saveCsv } from "#web/lib/save-csv.ts";
import { isAtOneOf } from "./is-at-one-of.ts";
import { pagedQuery } from "./paged.ts";
import { withRecentSignIn } from "./recent-sign-in.ts";

const adminKeys = {
  all: ["admin"],
  access: ["admin", "access"],
  dashboard: ["admin", "dashboard"],
  health: ["admin", "health"],
  search: ["admin", "search"],
  audit: ["admin", "audit"],
  settings: ["admin", "settings"],
} as const;

export const adminQueries = {
  access: queryOptions({
    queryKey: adminKeys.access,
    queryFn: ({ signal }) => call("GET /api/admin/access", undefined, signal),
    staleTime: 0,
  }),
  dashboard: queryOptions({
    queryKey: adminKeys.dashboard,
    queryFn: ({ signal }) => call("GET /api/admin/dashboard", undefined, signal),
    refetchInterval: 60_000,
  }),
  health: queryOptions({
    queryKey: adminKeys.health,
    queryFn: ({ signal }) => call("GET /api/admin/health", undefined, signal),
    refetchInterval: 60_000,
  }),
  search: (search: string) =>
    queryOptions({
      queryKey: [...adminKeys.search, search],
      queryFn: ({ signal }) => call("GET /api/admin/search", { query: { search } }, signal),
      enabled: search !== "",
    }),
  settings: queryOptions({
    queryKey: adminKeys.settings,
    queryFn: ({ signal }) => call("GET /api/admin/settings", undefined, signal),
  }),
  audit: (filter: AuditFilter) =>
    pagedQuery([...adminKeys.audit, filter], (cursor, signal) =>
      call("GET /api/admin/audit", { query: { ...filter, cursor } }, signal),
    ),
};

export function useRetryJob() {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "The job runs again", failure: "Failed to retry the job" },
    mutationFn: (jobId: string) => call("POST /api/admin/jobs/:jobId/retry", { params: { jobId } }),
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.all }),
  });
}

/** The audit log as a CSV file. */
export function useExportAudit() {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: "Failed to export the audit log" },
    mutationFn: (filter: AuditFilter) => withRecentSignIn(() => call("POST /api/admin/audit/export", { body: filter })),
    onSuccess: ({ filename, csv }) => saveCsv(filename, csv),
    // An export is an entry, too.
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.audit }),
  });
}

function useSettingsChange<Input>(
  meta: { success: string; isAtField?: (error: Error) => boolean },
  change: (input: Input) => ReturnType<typeof saveSettings>,
) {
  const client = useQueryClient();
  return useMutation({
    meta: { ...meta, failure: "Failed to save settings" },
    mutationFn: (input: Input) => withRecentSignIn(() => change(input)),
    onSuccess: (state) => {
      client.setQueryData(adminKeys.settings, state);
      void client.invalidateQueries({ queryKey: adminKeys.audit });
    },
  });
}

const saveSettings = (body: Partial<SiteSettings>) => call("PATCH /api/admin/settings", { body });

const isAtField = isAtOneOf("siteName", "tagline", "screeningQueuePercent", "screeningHoldPercent");
export const useSaveSettings = () => useSettingsChange({ success: "Settings saved", isAtField }, saveSettings);
/** No `isAtField`: a revert has no field, so a toast says what the settings of today do not allow. */
export const useRevertSettings = () =>
  useSettingsChange({ success: "Settings reverted" }, (entryId: string) =>
    call("POST /api/admin/settings/revert", { body: { entryId } }),
  );
