import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CaseOutcome } from "#contract/moderation.ts";
import { call } from "#web/api/call.ts";
import { pagedQuery } from "./paged.ts";
import { withRecentSignIn } from "./recent-sign-in.ts";

const moderationKeys = {
  cases: ["admin", "cases"],
  templates: ["admin", "templates"],
  appeals: ["admin", "appeals"],
  accountStatus: ["account-status"],
} as const;

export const moderationQueries = {
  queue: (state: "open" | "decided") =>
    pagedQuery(
      [...moderationKeys.cases, "list", state],
      (cursor, signal) => call("GET /api/admin/cases", { query: { state, cursor } }, signal),
      { staleTime: 0 },
    ),
  case: (caseId: string) =>
    queryOptions({
      queryKey: [...moderationKeys.cases, caseId],
      queryFn: ({ signal }) => call("GET /api/admin/cases/:caseId", { params: { caseId } }, signal),
    }),
  templates: queryOptions({
    queryKey: moderationKeys.templates,
    queryFn: async ({ signal }) => (await call("GET /api/admin/templates", undefined, signal)).items,
  }),
  appeals: pagedQuery(moderationKeys.appeals, (cursor, signal) =>
    call("GET /api/admin/appeals", { query: { cursor } }, signal),
  ),
  accountStatus: queryOptions({
    queryKey: moderationKeys.accountStatus,
    queryFn: ({ signal }) => call("GET /api/me/account-status", undefined, signal),
  }),
};

/** Locks a case while it is open on this screen; a failure shows who is working on it. */
export const lockCase = (caseId: string) => call("PUT /api/admin/cases/:caseId/lock", { params: { caseId } });
/** Gives a case back. */
export const unlockCase = (caseId: string) => call("DELETE /api/admin/cases/:caseId/lock", { params: { caseId } });

export function useDecideCase() {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Case decided", failure: "Failed to decide the case" },
    mutationFn: ({
      caseId,
      seenIds,
      ...body
    }: {
      caseId: string;
      /** The pictures that the moderator saw. */
      seenIds: string[];
      outcome: CaseOutcome;
      message: string;
      suspensionDays: number | null;
    }) => {
      const headers = { "if-match": `"${seenIds.join(" ")}"` };
      return withRecentSignIn(() =>
        call("PUT /api/admin/cases/:caseId/decision", { params: { caseId }, headers, body }),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}

/** Takes back the decision to hide or remove. */
export function useRestoreCase() {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Decision taken back", failure: "Failed to take the decision back" },
    mutationFn: ({ caseId, reason }: { caseId: string; reason: string }) =>
      call("DELETE /api/admin/cases/:caseId/decision", { params: { caseId }, body: { reason } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}

export function useChangeTemplate() {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Template saved", failure: "Failed to save the template" },
    mutationFn: ({ templateId, ...body }: { templateId: string; name?: string; message?: string }) =>
      call("PATCH /api/admin/templates/:templateId", { params: { templateId }, body }),
    onSuccess: (saved) =>
      client.setQueryData(moderationQueries.templates.queryKey, (items) =>
        items?.map((template) => (template.id === saved.id ? saved : template)),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}

export function useDecideAppeal() {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Appeal decided", failure: "Failed to decide the appeal" },
    mutationFn: ({ appealId, ...body }: { appealId: string; decision: "granted" | "upheld"; answer: string }) =>
      withRecentSignIn(() => call("PUT /api/admin/appeals/:appealId/decision", { params: { appealId }, body })),
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}

export function useAppeal() {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Your appeal was sent", failure: "Failed to send your appeal" },
    mutationFn: (body: { actionId: string; message: string }) => call("POST /api/me/appeals", { body }),
    onSuccess: (status) => client.setQueryData(moderationKeys.accountStatus, status),
  });
}
