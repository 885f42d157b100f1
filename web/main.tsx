import "./styles.css";

const picturesWaitMs = 3_000;

/**
 * Resolves when the server-rendered page and its photographs are painted, before the app's code takes bandwidth and CPU
 * time.
 */
async function firstPaintDone(): Promise<void> {
  const isDrawn =
    document.querySelector("[data-served]") !== null && document.documentElement.dataset["member"] === undefined;
  // A page in the background is not painted at all.
  if (!isDrawn || document.visibilityState === "hidden") return;
  await Promise.race([
    firstPictures(),
    firstInteraction(),
    new Promise((resolve) => setTimeout(resolve, picturesWaitMs)),
  ]);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

function firstPictures(): Promise<unknown> {
  const pictures = document.querySelectorAll<HTMLImageElement>("[data-served] img[loading=eager]");
  return Promise.allSettled(Array.from(pictures, (picture) => picture.decode()));
}

/** An interaction ends the wait for photographs. */
function firstInteraction(): Promise<unknown> {
  return new Promise((resolve) => {
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, resolve, { once: true, passive: true });
  });
}

await firstPaintDone();
// The server lists all modules; on pages with photographs they are deferred until now.
for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=later]")) link.rel = "modulepreload";
// One after the other, so that a tap need not wait for both.
await import("react-dom/client");
await import("./start.tsx");
