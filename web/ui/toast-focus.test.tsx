import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { toast } from "#web/lib/toast.ts";
import { renderPiece } from "#web/testing/render-app.tsx";

let focusedAtAction: Element | null = null;
const save = (text: string) => () => {
  const action = { label: "Choose board", onClick: () => (focusedAtAction = document.activeElement) };
  toast.success(text, { action });
};

function Page({ text }: { text: string }) {
  return (
    <>
      <button type="button" onClick={save(text)}>
        Save
      </button>
      <button type="button">Share</button>
      <input aria-label="Comment" />
      <button type="button">Send</button>
    </>
  );
}
const button = (name: string) => screen.getByRole("button", { name });

test("the Tab key after a toast with a button goes to it, once, and its action gives the focus back", async () => {
  const { user } = renderPiece(<Page text="Saved to the closet" />);
  button("Save").focus();
  await user.keyboard("{Enter}");
  await screen.findByText("Saved to the closet");
  await user.tab();
  expect(document.activeElement).toBe(button("Choose board"));
  await user.keyboard("{Enter}");
  expect(focusedAtAction).toBe(button("Save"));
  await waitFor(() => expect(screen.queryByText("Saved to the closet")).toBeNull());
  await user.tab();
  expect(document.activeElement).toBe(button("Share"));
});

test("if what had the focus is gone, the action gives it to the page", async () => {
  const { user } = renderPiece(
    <main id="main" tabIndex={-1}>
      <Page text="Saved" />
    </main>,
  );
  button("Save").focus();
  await user.keyboard("{Enter}");
  await screen.findByText("Saved");
  await user.tab();
  expect(document.activeElement).toBe(button("Choose board"));
  button("Save").remove();
  await user.keyboard("{Enter}");
  expect(focusedAtAction).toBe(screen.getByRole("main"));
});

test("anyone who types goes on to the next field", async () => {
  const { user } = renderPiece(<Page text="Saved while typing" />);
  await user.click(button("Save"));
  await screen.findByText("Saved while typing");
  await user.click(screen.getByRole("textbox", { name: "Comment" }));
  await user.tab();
  expect(document.activeElement).toBe(button("Send"));
});
