import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { anAbuseFinding } from "#web/testing/an-abuse-finding.ts";
import { mockApi } from "#web/testing/mock-api.ts";
import { anId, aPage } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";
import { createQueryClient } from "#web/query-client.ts";
import { useResolveFinding } from "./abuse-findings.ts";
import { adminQueries, useExportAudit, useRetryJob } from "./admin.ts";
import { useChangeTemplate } from "./moderation.ts";

vi.mock("#web/lib/save-csv.ts", () => ({ saveCsv: () => undefined }));

const template = { id: anId(), outcome: "hidden", name: "Spam", message: "It is spam" } as const;
const finding = anAbuseFinding();

/** Each change as a hook that returns what carries it out. */
const changes: [string, () => () => Promise<unknown>][] = [
  ["a job was retried", () => useRetryJob().mutateAsync.bind(null, "1")],
  ["the log was exported", () => useExportAudit().mutateAsync.bind(null, {})],
  ["a finding was looked at", () => useResolveFinding().mutateAsync.bind(null, finding.id)],
  [
    "a template was changed",
    () => useChangeTemplate().mutateAsync.bind(null, { templateId: template.id, name: "Spam", message: "Spam" }),
  ],
];

test.each(changes)("the audit log is read again once %s", async (_what, useChange) => {
  signIn();
  mockApi.on("POST /api/admin/jobs/:jobId/retry", { ok: true });
  mockApi.on("POST /api/admin/audit/export", { filename: "audit.csv", csv: "", rows: 0 });
  mockApi.on("POST /api/admin/findings/:findingId/resolution", finding);
  mockApi.on("PATCH /api/admin/templates/:templateId", template);
  const client = createQueryClient(() => undefined);
  const { queryKey } = adminQueries.audit({});
  client.setQueryData(queryKey, { pages: [aPage([])], pageParams: [undefined] });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(useChange, { wrapper });
  await result.current();
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
