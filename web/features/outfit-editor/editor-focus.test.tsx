import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { limits } from "#contract/limits.ts";
import { deferred } from "#web/testing/deferred.ts";
import { mockApi } from "#web/testing/mock-api.ts";
import {
  itemCard,
  openFormWithPhoto,
  openOutfitForm,
  photo,
  prepareOutfitForm,
  seenClothes,
} from "#web/testing/outfit-form.tsx";

beforeEach(prepareOutfitForm);

const button = (name: string) => screen.getByRole("button", { name });
/** Where the next Tab goes from. */
const nextByTab = async (user: Awaited<ReturnType<typeof openOutfitForm>>["user"]) => {
  expect(document.activeElement).not.toBe(document.body);
  await user.tab();
  return document.activeElement;
};

/** The form with a cover, and further photos being sent. */
async function openWithMore(count: number) {
  const form = await openFormWithPhoto();
  await form.user.upload(
    await screen.findByLabelText("More photos of the outfit"),
    Array.from({ length: count }, photo),
  );
  return form;
}

describe("the focus stays where a pressed button was", () => {
  test("that described a photo, or cancelled that", async () => {
    const { user, upload, press } = await openWithMore(1);
    upload.finish();
    const reply = deferred<typeof seenClothes>();
    mockApi.on("POST /api/detections", () => reply.promise);
    await press("Suggest a text for photo 2");
    expect(await nextByTab(user)).toBe(button("Cancel"));
    await user.keyboard("{Enter}");
    expect(await nextByTab(user)).toBe(button("Suggest a text for photo 2"));
    await user.keyboard("{Enter}");
    reply.resolve(seenClothes);
    await screen.findByText("Suggestion:");
    expect(await nextByTab(user)).toBe(button("Use it for photo 2"));
  });

  test("that stopped an upload or left its photo out", async () => {
    const { user, upload, press } = await openWithMore(1);
    await press("Stop this upload");
    expect(await nextByTab(user)).toBe(button("Add photos"));
    await user.upload(screen.getByLabelText("More photos of the outfit"), photo());
    upload.fail("internal");
    await press("Leave it out");
    expect(await nextByTab(user)).toBe(button("Add photos"));
  });

  test("that cleared an item", async () => {
    const { user } = await openOutfitForm();
    await user.type(itemCard(1).getByLabelText("Brand"), "Halden");
    await user.click(itemCard(1).getByRole("button", { name: "Clear" }));
    expect(await nextByTab(user)).toBe(itemCard(1).getAllByRole("radio")[0]);
  });

  test("that discarded the draft", async () => {
    const first = await openOutfitForm();
    await first.fillDetails();
    window.dispatchEvent(new Event("pagehide"));
    first.unmount();
    const { user } = await openOutfitForm();
    const details = screen.getByRole("region", { name: "Details" });
    expect(details.previousElementSibling?.textContent).toContain("We saved your draft.");
    await user.click(button("Start over"));
    expect(await nextByTab(user)).toBe(screen.getByLabelText(/^Title/));
    expect(details.previousElementSibling).toBeNull();
  });
});

describe("the focus goes to the button that adds another one", () => {
  test("when the tenth item is removed", async () => {
    const { user } = await openOutfitForm();
    for (let count = 1; count < limits.itemsMax; count += 1) await user.click(button("Add Another Item"));
    await user.click(button("Remove item 10"));
    expect(document.activeElement).toBe(button("Add Another Item"));
  });

  test("when the sixth photo is removed", async () => {
    const { user, upload } = await openWithMore(5);
    for (let count = 2; count <= limits.outfitPhotosMax; count += 1) {
      upload.finish();
      await screen.findByText(new RegExp(`^${count}/6`));
    }
    await user.click(button("Remove photo 6"));
    expect(document.activeElement).toBe(button("Add photos"));
  });
});

test("a mark is moved by arrow keys also after a press on the photo", async () => {
  const { user, press } = await openFormWithPhoto();
  await press(/^Place on the photo/);
  const dialog = within(await screen.findByRole("dialog", { name: "Where is item 1?" }));
  const mark = dialog.getByRole("button", { name: /^item 1: 50 % from the left/ });
  const surface = mark.parentElement ?? expect.fail();
  const box = { left: 0, top: 0, width: 100, height: 100 };
  surface.getBoundingClientRect = () => box as DOMRect;
  await user.click(surface.querySelector("img") ?? surface);
  expect(document.activeElement).toBe(mark);
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "ArrowRight" });
  expect(dialog.getByRole("button", { name: "item 1: 2 % from the left, 0 % from the top" })).toBeTruthy();
});
