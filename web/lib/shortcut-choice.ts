const storageKey = "fash.shortcuts";

/** Whether letters without a modifier do something; some members press them by accident, or dictate. On by default. */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== "off";
  } catch {
    return true;
  }
}

/** Writes the choice to this browser's storage. */
export function setShortcuts(isOn: boolean): void {
  try {
    localStorage.setItem(storageKey, isOn ? "on" : "off");
  } catch {
    // Storage is disabled: the choice cannot be saved.
  }
}
