import clsx from "clsx";
import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from "react";
import type { OutfitCard } from "#contract/outfits.ts";
import type { SwipeDirection } from "#contract/swipes.ts";
import { cardsVisible } from "#web/data/swipe-deck.ts";
import { usePrefersReducedMotion } from "#web/lib/use-prefers-reduced-motion.ts";
import { CardFace, showLabels } from "./card-face.tsx";
import { fadeIn, fadeOut, flyBack, flyOut, type Release } from "./swipe-physics.ts";
import { useSwipeGesture } from "./use-swipe-gesture.ts";

export interface Leaving {
  card: OutfitCard;
  direction: SwipeDirection;
  release: Release;
}

interface SwipeCardProps {
  card: OutfitCard;
  /** 0 is the top card. */
  depth: number;
  leaving: Leaving | undefined;
  /** The side from which the card returns after an undo. */
  returnsFrom: SwipeDirection | undefined;
  onPull: (x: number) => void;
  onDecide: (direction: SwipeDirection, release: Release) => void;
  onGone: () => void;
}

/** The transform of a card under others: smaller and lower. Between two depths while the top one is dragged. */
export function layAt(style: CSSStyleDeclaration, depth: number): void {
  style.scale = String(1 - depth * 0.045);
  // On a tall card a share of its height would uncover the caption of the card below.
  style.translate = `0 min(${depth * 2.4}%, ${depth * 0.85}rem)`;
}

/** One card: the outer element positions it in the stack, the inner one is dragged. */
export function SwipeCard({ card, depth, leaving, returnsFrom, onPull, onDecide, onGone }: SwipeCardProps) {
  const place = useRef<HTMLLIElement>(null);
  const body = useRef<HTMLElement>(null);
  const prefersReducedMotion = usePrefersReducedMotion();
  const isOnTop = depth === 0 && leaving === undefined;
  const gesture = useSwipeGesture({
    cardRef: body,
    prefersReducedMotion,
    onDecide,
    onPull: (x) => {
      if (body.current) showLabels(body.current, x);
      onPull(x);
    },
  });
  useFlights(body, { leaving, returnsFrom, onGone, prefersReducedMotion });
  useLayoutEffect(() => {
    if (place.current) layAt(place.current.style, Math.min(depth, cardsVisible));
  }, [depth]);

  return (
    <li
      ref={place}
      data-depth={leaving ? undefined : depth}
      aria-hidden={!isOnTop}
      inert={!isOnTop}
      style={{ zIndex: leaving ? 20 : 10 - depth }}
      className={clsx(
        "absolute inset-0 origin-bottom transition-[scale,translate] duration-250 ease-out group-data-held/deck:transition-none",
        depth >= cardsVisible && "invisible",
      )}
    >
      <article
        ref={body}
        aria-label={card.title}
        {...(isOnTop ? gesture : {})}
        className={clsx(
          "relative flex h-full touch-pan-y flex-col overflow-hidden rounded-photo border border-line bg-surface select-none",
          depth < cardsVisible && "will-change-transform",
          isOnTop && "cursor-grab active:cursor-grabbing",
        )}
      >
        <CardFace card={card} isOnTop={depth === 0} />
      </article>
    </li>
  );
}

interface Flights extends Pick<SwipeCardProps, "leaving" | "returnsFrom" | "onGone"> {
  prefersReducedMotion: boolean;
}

/** The flights off the deck and back onto it. The compositor runs them, so that a busy script cannot make them stutter. */
function useFlights(
  body: RefObject<HTMLElement | null>,
  { leaving, returnsFrom, onGone, prefersReducedMotion }: Flights,
): void {
  const land = useEffectEvent(onGone);
  useLayoutEffect(() => {
    const card = body.current;
    if (!leaving || !card) return;
    const { direction, release } = leaving;
    showLabels(card, direction === "like" ? Infinity : -Infinity);
    const { keyframes, options } = prefersReducedMotion ? fadeOut : flyOut(release, direction, innerWidth);
    const flight = card.animate(keyframes, options);
    flight.addEventListener("finish", () => land());
    return () => {
      // It is back on the deck, or removed permanently.
      flight.cancel();
      card.style.transform = "";
      showLabels(card, 0);
    };
  }, [body, leaving, prefersReducedMotion]);

  useLayoutEffect(() => {
    if (!returnsFrom) return;
    const { keyframes, options } = prefersReducedMotion ? fadeIn : flyBack(returnsFrom, innerWidth);
    body.current?.animate(keyframes, options);
  }, [body, returnsFrom, prefersReducedMotion]);
}
