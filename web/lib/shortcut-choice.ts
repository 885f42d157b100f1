import { readItem, writeItem } from "./storage.ts";

const storageKey = "fash.shortcuts";

/** Whether letters without a modifier do something; some members press them by accident, or dictate. On by default. */
export const areShortcutsOn = (): boolean => readItem("local", storageKey) !== "off";

/** Writes the choice to this browser's storage. */
export const setShortcuts = (isOn: boolean): void => writeItem("local", storageKey, isOn ? "on" : "off");
