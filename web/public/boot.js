// Runs before the first paint, so that the page never flashes in the other theme. Kept in step with web/lib/theme.ts.
(() => {
  let chosen;
  try {
    chosen = localStorage.getItem("fash.theme");
    // Until the server knows better, it sends a member the visitor's page, which styles.css hides.
    if (localStorage.getItem("fash.session")) document.documentElement.dataset.member = "";
  } catch {
    // Storage is disabled: the theme is light, as where nothing is chosen.
  }
  const isDark = chosen === "dark" || (chosen === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
  if (isDark) document.querySelector("meta[name=theme-color]")?.setAttribute("content", "#100f0e");
})();

// On a page to read, the screen's scripts wait until it is painted, so that they do not compete with its pictures, but at most
// three seconds, as in a tab in the background. web/main.tsx waits as long.
(() => {
  const links = document.querySelectorAll("[rel=later]");
  if (!links.length) return;
  globalThis.painted = new Promise((resolve) => {
    const want = () => {
      // Each in its own task: together they would block a slow phone.
      for (const link of links) setTimeout(() => (link.rel = "modulepreload"));
      resolve();
    };
    // The app replaces a member's page: nobody reads it.
    if (document.documentElement.dataset.member === "") return want();
    setTimeout(want, 3e3);
    new PerformanceObserver((list) => {
      if (list.getEntriesByName("first-contentful-paint").length) want();
    }).observe({ type: "paint", buffered: true });
  });
})();

// Records what is done on a server-rendered page before it is hydrated; web/lib/hydration/early-input.ts replays it.
(() => {
  const types = ["pointerdown", "click", "dblclick", "keydown", "input", "change", "submit"];
  const queue = [];
  // Pressed while nothing had the focus, so for the whole page.
  const keys = [];
  const waiting = "[data-hydrating]";
  const isText = ({ type }) => type === "input" || type === "change";
  const controlOf = (target) => target.closest("button, [type=checkbox], [type=radio]");
  // Of these, only a keydown has a key.
  const isSend = ({ key, shiftKey, target }) => key === "Enter" && !shiftKey && target.enterKeyHint === "send";
  const isWaiting = ({ key, target }) =>
    target === document.body ? key && document.querySelector(waiting) : target.closest?.(waiting);
  // Links work without scripts, and labels press what they name; of a field, its texts count.
  const isRecorded = (event) => {
    const { target } = event;
    if (!isWaiting(event) || target.closest("a, summary")) return;
    const control = controlOf(target);
    if (!control && target.matches("input, textarea, select")) return isText(event) || isSend(event);
    return !isText(event) && (control || !target.closest("label"));
  };
  const keep = (event) => {
    const { target, type } = event;
    const last = queue.at(-1);
    const value = isText(event) ? target.value : undefined;
    if (value !== undefined && last?.target === target && last.value !== undefined) last.value = value;
    else (target === document.body ? keys : queue).push({ target, event: new event.constructor(type, event), value });
  };
  const record = (event) => {
    if (!isRecorded(event)) return;
    const { target, type } = event;
    const pressed = type === "click" && controlOf(target);
    event.stopImmediatePropagation();
    // A form without its script would be sent to the server, with all that is in it.
    if (type === "submit" || isSend(event) || pressed) event.preventDefault();
    // A field in a label may be invisible itself.
    if (pressed) (pressed.closest("label") ?? pressed).dataset.pending = "";
    keep(event);
  };
  types.forEach((type) => addEventListener(type, record, true));
  globalThis.earlyInput = { queue, keys, stop: () => types.forEach((type) => removeEventListener(type, record, true)) };
})();
