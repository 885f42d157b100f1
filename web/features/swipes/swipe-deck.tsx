import { useRef, useState } from "react";
import type { OutfitCard } from "#contract/outfits.ts";
import type { SwipeDirection } from "#contract/swipes.ts";
import { cardsVisible } from "#web/data/swipe-deck.ts";
import { layAt, type Leaving, SwipeCard } from "./swipe-card.tsx";
import { pulledShare, type Release } from "./swipe-physics.ts";

/** With those that show, and those whose pictures are fetched before their turn. */
const cardsLaid = cardsVisible + 3;

interface SwipeDeckProps {
  items: readonly OutfitCard[];
  /** Swiped, and still on their way off the screen. */
  leaving: readonly Leaving[];
  /** The card that was undone last, and the side from which it returns. */
  returned: { id: string; from: SwipeDirection } | undefined;
  onDecide: (direction: SwipeDirection, release: Release) => void;
  onGone: (outfitId: string) => void;
}

/** The stack: what flies off, the card on top that follows the hand, and the next ones coming up beneath it. */
export function SwipeDeck({ items, leaving, returned, onDecide, onGone }: SwipeDeckProps) {
  const deck = useRef<HTMLUListElement>(null);
  const [isTopShown, setIsTopShown] = useState(false);
  const pull = (x: number) => {
    if (!deck.current) return;
    deck.current.toggleAttribute("data-held", x !== 0);
    const share = pulledShare(x, innerWidth);
    for (const card of deck.current.querySelectorAll<HTMLElement>("[data-depth]")) {
      const depth = Number(card.dataset["depth"]);
      if (depth > 0 && depth <= cardsVisible) layAt(card.style, depth - share);
    }
  };
  const laid = items.slice(0, isTopShown ? cardsLaid : 1).map((card, depth) => ({ card, depth }));
  // The first picture has the line to itself: those beneath it are covered.
  const layRest = () => {
    const pictures = [...(deck.current?.querySelectorAll("img") ?? [])];
    if (pictures.every((one) => one.complete)) setIsTopShown(true);
  };
  const flying = leaving.filter(({ card }) => !laid.some((one) => one.card.id === card.id));
  return (
    <ul
      ref={deck}
      aria-label="Outfits to swipe"
      onLoadCapture={layRest}
      onErrorCapture={layRest}
      className="group/deck relative h-full"
    >
      {[...flying.map(({ card }) => ({ card, depth: 0 })), ...laid].map(({ card, depth }) => (
        <SwipeCard
          key={card.id}
          card={card}
          depth={depth}
          leaving={flying.find((one) => one.card.id === card.id)}
          returnsFrom={returned?.id === card.id ? returned.from : undefined}
          onPull={pull}
          onDecide={(direction, release) => {
            deck.current?.removeAttribute("data-held");
            onDecide(direction, release);
          }}
          onGone={() => onGone(card.id)}
        />
      ))}
    </ul>
  );
}
