import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Reason } from "./admin.ts";
import { adminEventEndpoints } from "./admin-events.ts";
import { isBlankText } from "./blank-text.ts";
import { boardEndpoints } from "./boards.ts";
import { commentEndpoints } from "./comments.ts";
import { EventForm } from "./event-form.ts";
import { NewMessage } from "./messages.ts";
import { moderationEndpoints } from "./moderation.ts";
import { NewOutfitItem, Tags } from "./outfits.ts";
import { adminRewardEndpoints } from "./reward-admin.ts";
import { SiteSettings } from "./settings.ts";

const blanks = ["", " \n\t", "\u200B", "\u2060\u00AD", "\u3164", "\u2800 \u2800", "\u200D\uFE0F"];

test.each(blanks)("nothing of %j can be seen", (text) => expect(isBlankText(text)).toBe(true));

test.each(["x", "।", "👩🏽‍🎤", "❤️", "می‌خواهم", "\u200Bx", "—"])("%s can be seen", (text) => {
  expect(isBlankText(text)).toBe(false);
});

describe.each(blanks)("a text of %j", (blank) => {
  test.each([
    ["comment", commentEndpoints.add.schemas.body, "content", "Write something first"],
    ["message", NewMessage, "content", "Write something first"],
    ["board", boardEndpoints.add.schemas.body, "name", "Give the board a name"],
    ["brand", NewOutfitItem, "brand", "Brand is required"],
    ["product", NewOutfitItem, "productName", "Product name is required"],
    ["event", EventForm, "title", "Title is required"],
    ["note on an event", adminEventEndpoints.requestChanges.schemas.body, "note", "Say what should change"],
    ["reason", z.object({ reason: Reason }), "reason", "Please give a reason"],
    ["decision", moderationEndpoints.decide.schemas.body, "message", "Write a message first"],
    ["template", moderationEndpoints.changeTemplate.schemas.body, "name", "Name is required"],
    ["appeal", moderationEndpoints.appeal.schemas.body, "message", "Tell us why we should look again"],
    ["site", SiteSettings, "siteName", "Site name is required"],
    ["reward", adminRewardEndpoints.create.schemas.body, "name", "Name is required"],
  ])("is refused as a %s", (_what, schema, field, message) => {
    const issues = schema.safeParse({ [field]: blank }).error?.issues ?? [];
    expect(issues.filter(({ path }) => path[0] === field).map((issue) => issue.message)).toEqual([message]);
  });

  test("is left out of the tags", () => expect(Tags.parse(["silk", blank])).toEqual(["silk"]));
});
