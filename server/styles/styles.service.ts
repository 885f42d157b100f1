export { findStyle, listStyles } from "./styles.store.ts";
