import "./styles.css";

declare global {
  /** On a page to read, resolves after the first paint, when its scripts are to load: `public/boot.js` decides. */
  var painted: Promise<void> | undefined;
}

await globalThis.painted;
// One after the other, so that the browser can respond and paint in between.
await import("react-dom/client");
await import("./start.ts");
