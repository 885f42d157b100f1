import "./styles.css";

declare global {
  /** On a page to read, resolves when its scripts are to load: `public/boot.js` decides. */
  var scriptsWanted: Promise<void> | undefined;
}

await globalThis.scriptsWanted;
// One after the other, so that the browser can respond and paint in between.
await import("react-dom/client");
await import("./start.tsx");
