import { expect, test } from "vitest";
import { keepRenderings, renderAnew } from "./kept-renderings.ts";

const page = (title: string, likesCount = 0) => JSON.stringify({ title, likesCount });

/** A renderer whose pages come when the test says so, with a clock. */
function setUp() {
  const calls: { data: string; finish: (screen: string | undefined) => void; fail: (error: Error) => void }[] = [];
  const time = { ms: 0 };
  const keep = keepRenderings(
    (_path, data) =>
      new Promise((resolve, reject) => {
        calls.push({ data, finish: resolve, fail: reject });
      }),
    () => time.ms,
  );
  return { calls, time, keep, ask: (data: string) => keep("/events", data) };
}

test("a page is rendered once for all who ask while it is rendered, and again when its content changes", async () => {
  const { calls, ask } = setUp();
  const both = [ask(page("A")), ask(page("A", 7))];
  calls[0]?.finish("<b>A</b>");
  // The screen comes with the data that it was rendered from, whatever the counts are by now.
  expect(await Promise.all(both)).toEqual([0, 0].map(() => ({ screen: "<b>A</b>", data: page("A") })));
  const changed = ask(page("B"));
  calls[1]?.finish("<b>B</b>");
  expect(await changed).toEqual({ screen: "<b>B</b>", data: page("B") });
  expect(calls).toHaveLength(2);
});

test("after ten seconds the next rendering is made once, and nobody waits for it", async () => {
  const { calls, time, ask } = setUp();
  const first = ask(page("A", 1));
  calls[0]?.finish("one");
  await first;
  time.ms = 10_000;
  expect((await ask(page("A", 2)))?.screen).toBe("one");
  expect((await ask(page("A", 3)))?.screen).toBe("one");
  expect(calls.map(({ data }) => data)).toEqual([page("A", 1), page("A", 2)]);
  calls[1]?.finish("two");
  await expect.poll(async () => (await ask(page("A", 4)))?.screen).toBe("two");
  expect(calls).toHaveLength(2);
});

test("a rendering is never older than twenty seconds, nor of other content", async () => {
  const { calls, time, ask } = setUp();
  const first = ask(page("A"));
  calls[0]?.finish("one");
  await first;
  time.ms = 20_000;
  const late = ask(page("A", 5));
  calls[1]?.finish("two");
  expect((await late)?.screen).toBe("two");

  time.ms = 30_000;
  await ask(page("A"));
  const other = ask(page("B"));
  calls[3]?.finish("other");
  expect((await other)?.screen).toBe("other");
  // What was begun for the former content does not replace it.
  calls[2]?.finish("former");
  await expect.poll(async () => (await ask(page("B")))?.screen).toBe("other");
});

test("a busy or failing renderer is asked again, and its failure is reported", async () => {
  const { calls, time, ask } = setUp();
  const busy = ask(page("A"));
  calls[0]?.finish(undefined);
  expect(await busy).toBeUndefined();
  const broken = ask(page("A"));
  calls[1]?.fail(new Error("broken"));
  await expect(broken).rejects.toThrow("broken");
  const whole = ask(page("A"));
  calls[2]?.finish("whole");
  expect((await whole)?.screen).toBe("whole");

  time.ms = 15_000;
  await ask(page("A"));
  calls[3]?.fail(new Error("broken again"));
  expect((await ask(page("A")))?.screen).toBe("whole");
  time.ms = 20_000;
  const reported = ask(page("A"));
  calls[4]?.fail(new Error("broken still"));
  await expect(reported).rejects.toThrow("broken still");
});

test("of many pages the one that was rendered longest ago is forgotten first", async () => {
  const { calls, keep } = setUp();
  for (let n = 0; n <= 300; n += 1) {
    const made = keep(`/events/${n}`, page("A"));
    calls[n]?.finish(String(n));
    await made;
  }
  expect((await keep("/events/1", page("A")))?.screen).toBe("1");
  void keep("/events/0", page("A"));
  expect(calls).toHaveLength(302);
});

test("the spellings of an address take one place together, and each has its own screen", async () => {
  const { calls, keep } = setUp();
  const ask = async (path: string) => {
    const made = keep(path, page("A"));
    calls.at(-1)?.finish(path);
    return (await made)?.screen;
  };
  await ask("/events");
  // Each letter as it is, or as a capital in one of its two forms.
  for (let n = 0; n < 3 ** 6; n += 1) {
    const forms = n.toString(3).padStart(6, "0");
    const word = Array.from("cotton", (letter, at) => {
      const capital = letter.toUpperCase();
      return [letter, capital, `%${capital.codePointAt(0)?.toString(16)}`][Number(forms[at])];
    });
    const path = `/tag/${word.join("")}`;
    expect(await ask(path)).toBe(path);
  }
  for (const path of ["/tag/%20cotton", "/explore?sort=popular&ai=exclude", "/explore?ai=%65xclude&sort=popular"]) {
    expect(await ask(path)).toBe(path);
  }
  const known = calls.length;
  expect(await ask("/events")).toBe("/events");
  expect(calls).toHaveLength(known);
});

test("where nothing is kept, each who asks gets a new rendering; none while the renderer is too busy", async () => {
  const screens = ["one", "two", undefined];
  const render = renderAnew(() => Promise.resolve(screens.shift()));
  const made = [await render("/events", page("A")), await render("/events", page("A"))];
  expect(made).toEqual(["one", "two"].map((screen) => ({ screen, data: page("A") })));
  expect(await render("/events", page("A"))).toBeUndefined();
});
