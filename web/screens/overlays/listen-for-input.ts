import type { AnyRouter } from "@tanstack/react-router";

/**
 * What a computer's keyboard and mouse do anywhere, until the returned function is called. Its code is loaded where there may be
 * a mouse; elsewhere the first key shows that there is a keyboard.
 */
export function listenForInput(router: AnyRouter): () => void {
  // Of `public/boot.js`: the keys that the code replays once it has loaded.
  const { keys } = globalThis.earlyInput ?? {};
  if (!keys) return () => undefined;
  let stop = () => undefined as void;
  let isGone = false;
  let isLoading = false;
  /** While the code loads. */
  const pressed: KeyboardEvent[] = [];
  const stopWaiting = () => removeEventListener("keydown", onKeyDown);
  const load = () => {
    if (isLoading) return;
    isLoading = true;
    import("./computer-input.ts").then(
      ({ startComputerInput }) => {
        stopWaiting();
        // Others that listen for letters, such as the moderation queue, must not hear twice what they have acted on.
        for (const event of pressed.filter(({ defaultPrevented }) => !defaultPrevented)) {
          keys.push({ target: document.body, event: new KeyboardEvent("keydown", event), value: undefined });
        }
        if (!isGone) stop = startComputerInput(router);
      },
      () => {
        // The next key tries again.
        isLoading = false;
        keys.splice(0);
        pressed.splice(0);
      },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A phone's own keyboard types into fields only.
    if (event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]")) return;
    // Keys with a name, such as arrows, have listeners of their own, which must not hear them twice.
    if (event.key.length === 1) pressed.push(event);
    load();
  };
  addEventListener("keydown", onKeyDown);
  if (keys[0] || matchMedia("(any-pointer: fine)").matches) load();
  return () => {
    isGone = true;
    stopWaiting();
    stop();
  };
}
