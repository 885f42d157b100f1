import { closeOverlay, type Overlay } from "#web/lib/overlay.ts";
import { ChooseBoard } from "#web/features/boards/choose-board.tsx";
import { KeyboardSheet } from "#web/features/keyboard/keyboard-sheet.tsx";

/** The dialog that was asked for. */
export function OverlayDialog({ overlay }: { overlay: Overlay }) {
  if (overlay.kind === "board") return <ChooseBoard outfitId={overlay.outfitId} onClose={closeOverlay} />;
  return <KeyboardSheet onClose={closeOverlay} />;
}
