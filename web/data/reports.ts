import { useMutation } from "@tanstack/react-query";
import type { NewReport } from "#contract/reports.ts";
import { call } from "#web/api/call.ts";

export function useReport() {
  return useMutation({
    meta: { success: "Thank you. Our moderators will review it.", failure: "Failed to send report" },
    mutationFn: (report: NewReport) => call("POST /api/reports", { body: report }),
  });
}
