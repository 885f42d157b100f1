import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { ModerationTemplate } from "#contract/moderation.ts";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderPiece } from "#web/testing/render-app.tsx";
import { anId } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";
import { TemplateList } from "./template-list.tsx";

let template: ModerationTemplate;
beforeEach(() => {
  signIn();
  template = { id: anId(), outcome: "hidden", name: "Spam", message: "It is spam" };
  mockApi.on("GET /api/admin/templates", () => ({ items: [template] }));
});

test("only the changed text of a template is sent, and a colleague's change of the other one is shown", async () => {
  const sent: unknown[] = [];
  mockApi.on("PATCH /api/admin/templates/:templateId", ({ body }) => {
    sent.push(body);
    template = { ...template, name: "Junk", message: "It is junk" };
    return template;
  });
  const { user } = renderPiece(<TemplateList />);
  const message = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  await user.clear(message);
  await user.type(message, "It is junk ");
  await user.click(screen.getByRole("button", { name: "Save Spam" }));
  const save = await screen.findByRole<HTMLButtonElement>("button", { name: "Save Junk" });
  await waitFor(() => expect(message.value).toBe("It is junk"));
  expect(sent).toEqual([{ message: "It is junk" }]);
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /^Name/ }).value).toBe("Junk");
  expect(save.disabled).toBe(true);
});
