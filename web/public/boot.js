// Runs before the first paint, so that the page never flashes in the other theme. Kept in step with web/lib/theme.ts.
(() => {
  let chosen = "light";
  try {
    chosen = localStorage.getItem("fash.theme") ?? "light";
    // Until the server knows better, it sends a member the visitor's page, which styles.css hides.
    if (localStorage.getItem("fash.session") !== null) document.documentElement.dataset.member = "";
  } catch {
    // Storage is disabled: keep the default.
  }
  const isDark = chosen === "dark" || (chosen === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
  if (isDark) document.querySelector('meta[name="theme-color"]')?.setAttribute("content", "#100f0e");
})();

// Records what is done on a server-rendered page before it is hydrated; web/lib/early-input.ts replays it.
(() => {
  const types = ["pointerdown", "click", "dblclick", "keydown", "input", "change", "submit"];
  const queue = [];
  const waiting = "[data-hydrating]";
  const record = (event) => {
    const { target, type } = event;
    const part = target === document.body ? document.querySelector(waiting) : target.closest?.(waiting);
    // Links and labels work without scripts.
    if (!part || target.closest("a, label, summary")) return;
    const control = target.closest("button, [type=checkbox], [type=radio]");
    const isField = !control && target.matches("input, textarea, select");
    const isSend = type === "keydown" && event.key === "Enter" && target.enterKeyHint === "send" && !event.shiftKey;
    const isText = type === "input" || type === "change";
    if (isText ? !isField : isField && type !== "submit" && !isSend) return;
    event.stopImmediatePropagation();
    // A form without its script would be sent to the server, with all that is in it.
    if (type === "submit" || isSend || (control && type === "click")) event.preventDefault();
    if (control && type === "click") control.dataset.pending = "";
    const copy = new event.constructor(type, event);
    const last = queue.at(-1);
    if (isText && last?.target === target && last.value !== undefined) last.value = target.value;
    else queue.push({ target, event: copy, ...(isText ? { value: target.value } : {}) });
  };
  for (const type of types) addEventListener(type, record, true);
  globalThis.earlyInput = { queue, stop: () => types.forEach((type) => removeEventListener(type, record, true)) };
})();
