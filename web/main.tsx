import "./styles.css";

// One after the other, so that the browser can respond and paint in between.
await import("react-dom/client");
await import("./start.tsx");
