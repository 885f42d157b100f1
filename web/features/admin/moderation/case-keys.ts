import type { CaseOutcome, ModerationCase } from "#contract/moderation.ts";
import { useKeyDown } from "#web/features/admin/parts/use-key-down.ts";
import { areShortcutsOn } from "#web/lib/shortcut-choice.ts";

const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
const outcomeKeys: Record<string, CaseOutcome> = {
  d: "dismissed",
  h: "hidden",
  r: "deleted",
  w: "warned",
  s: "suspended",
};

/** J and K, or the arrows, open the next and the previous case of the queue. */
export function useQueueKeys(
  cases: readonly ModerationCase[],
  selectedId: string | undefined,
  onOpen: (caseId: string) => void,
): void {
  useKeyDown((event) => {
    const step = steps[event.key];
    if (isTyping(event) || (event.key.length === 1 && !areShortcutsOn())) return;
    if (step === undefined || cases.length === 0) return;
    event.preventDefault();
    const index = cases.findIndex(({ id }) => id === selectedId);
    const next = index === -1 ? cases[0] : cases[Math.min(cases.length - 1, Math.max(0, index + step))];
    if (next) onOpen(next.id);
  });
}

/** A letter chooses one of the possible outcomes; Escape closes. */
export function useOutcomeKeys(
  possible: readonly CaseOutcome[],
  onChoose: (outcome: CaseOutcome) => void,
  onClose: () => void,
): void {
  useKeyDown((event) => {
    if (isTyping(event)) return;
    const wanted = outcomeKeys[event.key];
    if (event.key === "Escape") onClose();
    else if (wanted && areShortcutsOn() && possible.includes(wanted)) {
      event.preventDefault();
      onChoose(wanted);
    }
  });
}

/** Whether a key press belongs to a field or a dialog, not to the page. */
function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  return (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    target.closest("input, textarea, select, dialog, [role=tab]") !== null
  );
}
