import "./styles.css";

const picturesWaitMs = 3_000;

/** What the server has drawn stands, photographs too, before the app's code takes the line and keeps the browser busy. */
async function drawingStands(): Promise<void> {
  const isDrawn =
    document.querySelector("[data-served]") !== null && document.documentElement.dataset["member"] === undefined;
  // A page in the background is not painted at all.
  if (!isDrawn || document.visibilityState === "hidden") return;
  await Promise.race([firstPictures(), firstTouch(), new Promise((resolve) => setTimeout(resolve, picturesWaitMs))]);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

function firstPictures(): Promise<unknown> {
  const pictures = document.querySelectorAll<HTMLImageElement>("[data-served] img[loading=eager]");
  return Promise.allSettled(Array.from(pictures, (picture) => picture.decode()));
}

/** Who wants to do something waits for no photograph. */
function firstTouch(): Promise<unknown> {
  return new Promise((resolve) => {
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, resolve, { once: true, passive: true });
  });
}

await drawingStands();
// The server has named them all; where it has drawn photographs, they were not to be fetched until now.
for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=later]")) link.rel = "modulepreload";
// One after the other, so that a tap need not wait for both.
await import("react-dom/client");
await import("./start.tsx");
