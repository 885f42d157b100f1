import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";

function List({ names }: { names: string[] }) {
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>
          <input aria-label={name} />
        </li>
      ))}
    </ul>
  );
}

test.each([
  ["to the start", ["c", "a", "b"]],
  ["to the end", ["a", "b", "c"].toReversed()],
])("a field that is moved %s keeps the focus and the selection", (_where, order) => {
  const view = render(<List names={["a", "b", "c"]} />);
  for (const name of ["a", "b", "c"]) {
    const field = screen.getByLabelText<HTMLInputElement>(name);
    field.value = "linen coat";
    field.focus();
    field.setSelectionRange(2, 5);
    view.rerender(<List names={order} />);
    expect(document.activeElement).toBe(field);
    expect([field.selectionStart, field.selectionEnd]).toEqual([2, 5]);
    view.rerender(<List names={["a", "b", "c"]} />);
    expect(document.activeElement).toBe(field);
  }
  view.unmount();
});
