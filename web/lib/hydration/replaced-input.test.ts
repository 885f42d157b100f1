import { afterEach, expect, test, vi } from "vitest";
import boot from "#web/public/boot.js?raw";
import { keepInput } from "./replaced-input.ts";

const like = `<button aria-label="Like Coat"><svg></svg></button>`;
const screenHtml = `<form role="search"><input type="search" aria-label="Search"><button>Search</button></form>
  <button aria-label="Filter"><svg></svg></button>
  <ul><li id="first"><a href="/1"></a>${like}</li><li id="second"><a href="/2"></a>${like}</li></ul><button>Gone later</button>`;

afterEach(() => {
  globalThis.earlyInput?.stop();
  globalThis.earlyInput = undefined;
  document.body.replaceChildren();
});

/** A served screen that records input, and the screen that is rendered in its place. */
function serve() {
  document.body.innerHTML = `<div data-hydrating="frame">${screenHtml}</div>`;
  // oxlint-disable-next-line typescript/no-implied-eval -- a classic script of the document, which a test cannot import
  new Function(boot)();
  const pressed = vi.fn<(what: string) => void>();
  const render = (change = (html: string) => html) => {
    document.body.innerHTML = change(screenHtml.replace("Gone later", "Another"));
    document.querySelector("[type=search]")?.addEventListener("input", () => pressed("typed"));
    for (const button of document.querySelectorAll("button"))
      button.addEventListener("click", () =>
        pressed(button.closest("li")?.id ?? button.ariaLabel ?? button.textContent),
      );
  };
  return { pressed, render };
}

const find = <T extends HTMLElement>(selector: string) =>
  document.querySelector<T>(selector) ?? expect.fail(`no ${selector}`);

test("what is typed and pressed on a served screen is passed to the screen that replaces it", async () => {
  const { pressed, render } = serve();
  const end = keepInput(document.body);
  find("[aria-label=Filter]").click();
  const field = find<HTMLInputElement>("input");
  field.focus();
  field.value = "linen";
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  render();
  expect(document.activeElement).toBe(document.body);
  await vi.waitFor(() => expect(pressed).toHaveBeenCalledTimes(2));
  expect(find<HTMLInputElement>("input").value).toBe("linen");
  expect(document.activeElement).toBe(find("input"));
  expect(pressed.mock.calls).toEqual([["typed"], ["Filter"]]);
  // Later input is not recorded.
  find("[aria-label=Filter]").click();
  expect(pressed).toHaveBeenCalledTimes(3);
  end();
});

test("a tap on an icon presses its button, and of two with one name that of the same item", () => {
  const { pressed, render } = serve();
  const end = keepInput(document.body);
  find("#second svg").dispatchEvent(new MouseEvent("click", { bubbles: true }));
  find("[aria-label=Filter] svg").dispatchEvent(new MouseEvent("click", { bubbles: true }));
  render();
  end();
  expect(pressed.mock.calls).toEqual([["second"], ["Filter"]]);
});

test("a tap on a button whose label has counted on presses it", () => {
  const { pressed, render } = serve();
  const end = keepInput(document.body);
  find("#second svg").dispatchEvent(new MouseEvent("click", { bubbles: true }));
  render((html) => html.replaceAll("Like Coat", "Like Coat, 1 like"));
  end();
  expect(pressed.mock.calls).toEqual([["second"]]);
});

test("input to a control that is not there any more is dropped, and the focus stays where it is", () => {
  const { pressed, render } = serve();
  const end = keepInput(document.body);
  find("div > button:last-child").click();
  find("[aria-label=Filter]").click();
  render();
  find("input").focus();
  end();
  expect(pressed.mock.calls).toEqual([["Filter"]]);
  expect(document.activeElement).toBe(find("input"));
});
