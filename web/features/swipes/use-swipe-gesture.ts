import { type PointerEvent, type RefObject, useRef } from "react";
import type { SwipeDirection } from "#contract/swipes.ts";
import { decide, type Pull, type Release, type Sample, springBack, transformOf, velocityOf } from "./swipe-physics.ts";

interface SwipeGesture {
  /** The card that follows the hand. */
  cardRef: RefObject<HTMLElement | null>;
  /** On every move, and once with 0 when the card goes back. */
  onPull: (x: number) => void;
  onDecide: (direction: SwipeDirection, release: Release) => void;
  prefersReducedMotion: boolean;
}

interface Hold {
  pointerId: number;
  start: Pull;
  /** Where the card was when it was taken hold of: it may have been on its way back. */
  base: Pull;
  turn: 1 | -1;
  samples: Sample[];
  isPulling: boolean;
}

/** A tap moves less than this. */
const tapPixels = 6;

/**
 * The card follows the finger or the mouse one to one, without a render: only when it is let go does React hear of it.
 * A movement that begins up or down is the page's scrolling and none of ours.
 */
export function useSwipeGesture({ cardRef, onPull, onDecide, prefersReducedMotion }: SwipeGesture) {
  const hold = useRef<Hold>(undefined);

  const releaseOf = (held: Hold, event: PointerEvent): Release => ({
    ...pullOf(held, event),
    ...velocityOf(held.samples, event.timeStamp),
    turn: held.turn,
  });

  const goBack = (release: Release) => {
    const card = cardRef.current;
    if (!card) return;
    card.style.transform = "";
    const { keyframes, options } = springBack(release, innerWidth);
    if (!prefersReducedMotion) card.animate(keyframes, options);
    onPull(0);
  };

  return {
    onPointerDown(event: PointerEvent) {
      const card = cardRef.current;
      if (!card || !event.isPrimary || event.button !== 0) return;
      const box = card.getBoundingClientRect();
      const base = placeOf(card);
      hold.current = {
        pointerId: event.pointerId,
        start: { x: event.clientX, y: event.clientY },
        base,
        turn: event.clientY < box.top + box.height / 2 ? 1 : -1,
        // Including the first one: a busy browser reports only one move of a quick flick.
        samples: [{ ...base, atMs: event.timeStamp }],
        isPulling: false,
      };
    },
    onPointerMove(event: PointerEvent) {
      const [held, card] = [hold.current, cardRef.current];
      if (!held || !card || event.pointerId !== held.pointerId) return;
      if (!held.isPulling) {
        if (!isPull(held, event)) return;
        held.isPulling = true;
        card.setPointerCapture(event.pointerId);
        for (const animation of card.getAnimations()) animation.cancel();
      }
      const pull = pullOf(held, event);
      held.samples = [...held.samples.slice(-8), { ...pull, atMs: event.timeStamp }];
      card.style.transform = transformOf(pull, held.turn, innerWidth);
      onPull(pull.x);
    },
    onPointerUp(event: PointerEvent) {
      const held = hold.current;
      hold.current = undefined;
      if (!held?.isPulling) return;
      const release = releaseOf(held, event);
      const direction = decide(release, innerWidth);
      if (direction) onDecide(direction, release);
      else goBack(release);
    },
    onPointerCancel(event: PointerEvent) {
      const held = hold.current;
      hold.current = undefined;
      if (held?.isPulling) goBack({ ...releaseOf(held, event), velocityX: 0, velocityY: 0 });
    },
  };
}

function isPull({ start }: Hold, { clientX, clientY }: PointerEvent): boolean {
  const [along, across] = [Math.abs(clientX - start.x), Math.abs(clientY - start.y)];
  return along > tapPixels && along > across;
}

function pullOf({ start, base }: Hold, { clientX, clientY }: PointerEvent): Pull {
  return { x: base.x + clientX - start.x, y: base.y + clientY - start.y };
}

/** Where an animation has the card at this moment. */
function placeOf(card: HTMLElement): Pull {
  const { transform } = getComputedStyle(card);
  if (transform === "none" || transform === "") return { x: 0, y: 0 };
  const { m41: x, m42: y } = new DOMMatrix(transform);
  return { x, y };
}
