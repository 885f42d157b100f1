import "./styles.css";

/** What the server has drawn stands before the app's code keeps the browser busy. */
async function drawingStands(): Promise<void> {
  const isDrawn =
    document.querySelector("[data-served]") !== null && document.documentElement.dataset["member"] === undefined;
  // A page in the background is not painted at all.
  if (!isDrawn || document.visibilityState === "hidden") return;
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

await drawingStands();
// One after the other, so that a tap need not wait for both.
await import("react-dom/client");
await import("./start.tsx");
