import {
  type Announcements,
  type KeyboardCoordinateGetter,
  KeyboardCode,
  type ScreenReaderInstructions,
} from "@dnd-kit/core";

const steps: Partial<Record<string, number>> = {
  [KeyboardCode.Left]: -1,
  [KeyboardCode.Up]: -1,
  [KeyboardCode.Right]: 1,
  [KeyboardCode.Down]: 1,
};

/** An arrow key moves the stylist to the next slot on that side, in visual order. */
export const moveBetweenSlots: KeyboardCoordinateGetter = (event, { context, currentCoordinates }) => {
  const step = steps[event.code];
  if (step === undefined) return undefined;
  event.preventDefault();
  const { active, over, collisionRect, droppableRects } = context;
  if (!active || !collisionRect) return undefined;
  const slots = [...droppableRects].toSorted(([, a], [, b]) => a.left - b.left);
  const present = slots.findIndex(([id]) => id === (over?.id ?? active.id));
  const target = slots[present + step]?.[1];
  if (!target) return undefined;
  return {
    x: currentCoordinates.x + target.left + target.width / 2 - (collisionRect.left + collisionRect.width / 2),
    y: currentCoordinates.y + target.top + target.height / 2 - (collisionRect.top + collisionRect.height / 2),
  };
};

/** What is read out while a stylist is moved. */
export function dragAnnouncements(nameAt: (position: string | number) => string): {
  announcements: Announcements;
  screenReaderInstructions: ScreenReaderInstructions;
} {
  return {
    screenReaderInstructions: {
      draggable: "Press Space to pick up, the arrow keys to move between the spots, Space to drop, Escape to cancel.",
    },
    announcements: {
      onDragStart: ({ active }) => `Picked up ${nameAt(active.id)} from spot ${active.id}.`,
      onDragOver: ({ active, over }) => (over ? `${nameAt(active.id)} is over spot ${over.id}.` : undefined),
      onDragEnd: ({ active, over }) =>
        over
          ? `${nameAt(active.id)} was dropped on spot ${over.id}.`
          : `${nameAt(active.id)} stays on spot ${active.id}.`,
      onDragCancel: ({ active }) => `${nameAt(active.id)} stays on spot ${active.id}.`,
    },
  };
}
