import { useKeyDown } from "#web/features/admin/parts/use-key-down.ts";

/** Runs an action when ctrl (or cmd on a Mac) is pressed with this key, and nothing else. */
export function useShortcut(key: string, run: () => void): void {
  useKeyDown((event) => {
    const isPressed =
      (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === key;
    if (!isPressed) return;
    event.preventDefault();
    run();
  });
}
