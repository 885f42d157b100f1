export { findStyle } from "./styles.store.ts";
