import { readItem, writeItem } from "./storage.ts";

/** The chosen theme; light is the default. `public/boot.js` applies it before the first paint, docs/product.md#settings. */
export type ThemeChoice = "light" | "system" | "dark";

const storageKey = "fash.theme";
const paper = { light: "#faf8f4", dark: "#100f0e" };
const systemDark = () => matchMedia("(prefers-color-scheme: dark)");
export const listeners = new Set<() => void>();

export function readChoice(): ThemeChoice {
  const text = readItem("local", storageKey);
  return text === "dark" || text === "system" ? text : "light";
}

export function shownTheme(): "light" | "dark" {
  const choice = readChoice();
  if (choice === "system") return systemDark().matches ? "dark" : "light";
  return choice;
}

function apply(): void {
  const theme = shownTheme();
  document.documentElement.dataset["theme"] = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", paper[theme]);
  for (const listener of listeners) listener();
}

export function setTheme(choice: ThemeChoice): void {
  writeItem("local", storageKey, choice);
  apply();
}

/** Follows changes of the system and of other tabs while the page is open. */
export function startTheme(): void {
  systemDark().addEventListener("change", apply);
  addEventListener("storage", (event) => {
    if (event.key === storageKey) apply();
  });
}
