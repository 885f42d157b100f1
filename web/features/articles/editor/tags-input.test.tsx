import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { TagsInput } from "./tags-input.tsx";

function TagsOfTest({ first }: { first: string[] }) {
  const [tags, setTags] = useState(first);
  return <TagsInput tags={tags} onChange={setTags} isDisabled={false} error={undefined} />;
}

test("a comma ends a tag and never stays in the field, also where there is nothing to add", async () => {
  const user = userEvent.setup();
  const { unmount } = render(<TagsOfTest first={["mending"]} />);
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: /Tags/ });
  await user.type(field, ",");
  expect(field.value).toBe("");
  await user.type(field, "knitwear,");
  expect(field.value).toBe("");
  expect(screen.getByText("knitwear")).toBeTruthy();
  await user.type(field, "Mending,");
  expect(field.value).toBe("");
  unmount();
});

test("a tag too many stays in the field, without its comma", async () => {
  const user = userEvent.setup();
  const { unmount } = render(<TagsOfTest first={Array.from({ length: 10 }, (_none, index) => `tag${index}`)} />);
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: /Tags/ });
  await user.type(field, "care,");
  expect(field.value).toBe("care");
  expect(screen.getByText("Maximum 10 tags allowed")).toBeTruthy();
  unmount();
});

test("the Enter that confirms a composed word does not end the tag, in Safari either", async () => {
  const user = userEvent.setup();
  const { unmount } = render(<TagsOfTest first={[]} />);
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: /Tags/ });
  await user.type(field, "デニム");
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
  expect(field.value).toBe("デニム");
  await user.type(field, "{Enter}");
  expect(field.value).toBe("");
  unmount();
});
