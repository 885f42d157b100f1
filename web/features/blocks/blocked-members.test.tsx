import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderPiece } from "#web/testing/render-app.tsx";
import { anAuthor, aPage } from "#web/testing/samples.ts";
import { BlockedMembers } from "./blocked-members.tsx";

describe("the lists of blocked and muted members", () => {
  const theo = anAuthor({ username: "theo" });
  const row = { id: theo.id, member: theo, createdAt: "2026-01-02T03:04:05.000Z" };

  test("is listed with the way back", async () => {
    let blocked = [row];
    mockApi.on("GET /api/blocks", () => aPage(blocked));
    mockApi.on("GET /api/mutes", aPage([]));
    mockApi.on("DELETE /api/blocks/:memberId", () => {
      blocked = [];
      return { ok: true };
    });
    const { user } = renderPiece(<BlockedMembers reportForm={(memberId) => `Form for ${memberId}`} />);
    expect(await screen.findByText("You haven't muted anyone.")).toBeTruthy();
    await user.click(await screen.findByRole("button", { name: "Unblock @theo" }));
    expect(await screen.findByText("@theo is no longer blocked")).toBeTruthy();
    expect(await screen.findByText("You haven't blocked anyone.")).toBeTruthy();
  });

  test("the focus stays with the list that a member is taken from", async () => {
    const lou = anAuthor({ username: "lou" });
    let muted = [row, { ...row, id: lou.id, member: lou }];
    mockApi.on("GET /api/blocks", aPage([]));
    mockApi.on("GET /api/mutes", () => aPage(muted));
    const done = deferred<{ ok: true }>();
    mockApi.on("DELETE /api/mutes/:memberId", () => done.promise);
    const { user } = renderPiece(<BlockedMembers reportForm={(memberId) => `Form for ${memberId}`} />);
    const unmute = await screen.findByRole("button", { name: "Unmute @theo" });
    unmute.focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(unmute.getAttribute("aria-busy")).toBe("true"));
    expect(unmute).toHaveProperty("disabled", false);
    muted = muted.slice(1);
    done.resolve({ ok: true });
    await waitFor(() => expect(unmute.isConnected).toBe(false));
    expect(document.activeElement).toBe(screen.getByRole("list", { name: "Muted" }).parentElement);
  });

  test("a blocked member can be reported, a muted one on their profile", async () => {
    mockApi.on("GET /api/blocks", aPage([row]));
    mockApi.on("GET /api/mutes", aPage([row]));
    const { user } = renderPiece(<BlockedMembers reportForm={(memberId) => `Form for ${memberId}`} />);
    await user.click(await screen.findByRole("button", { name: "Report @theo" }));
    expect((await screen.findByRole("dialog", { name: "Report this profile" })).textContent).toContain(theo.id);
  });

  test("each list shows its own error and retries", async () => {
    mockApi.on("GET /api/blocks", fails("profile.not_found"));
    mockApi.on("GET /api/mutes", aPage([row]));
    const { user } = renderPiece(<BlockedMembers reportForm={(memberId) => `Form for ${memberId}`} />);
    expect(await screen.findByRole("button", { name: "Unmute @theo" })).toBeTruthy();
    const again = await screen.findByRole("button", { name: "Try again" });
    mockApi.on("GET /api/blocks", aPage([]));
    await user.click(again);
    expect(await screen.findByText("You haven't blocked anyone.")).toBeTruthy();
  });
});
