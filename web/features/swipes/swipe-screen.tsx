import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { Info, Undo2 } from "lucide-react";
import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { nameOf } from "#contract/member-names.ts";
import type { OutfitCard } from "#contract/outfits.ts";
import type { SwipeDirection } from "#contract/swipes.ts";
import { useDeck } from "#web/data/swipes.ts";
import { announce } from "#web/lib/announce.ts";
import { errorMessage } from "#web/text/errors.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { IconButton, iconButtonClass } from "#web/ui/icon-button.tsx";
import { DeckEnd, DeckSkeleton } from "./deck-end.tsx";
import type { Leaving } from "./swipe-card.tsx";
import { SwipeDeck } from "./swipe-deck.tsx";
import { atRest } from "./swipe-physics.ts";

/** The member's deck with all that works on it: hand, buttons, arrow keys. */
export function SwipeScreen() {
  const { deck, isPending, isFetching, error, reload, swipe, undo } = useDeck();
  const [leaving, setLeaving] = useState<readonly Leaving[]>([]);
  const [returned, setReturned] = useState<{ id: string; from: SwipeDirection }>();
  const without = (id: string) => (all: readonly Leaving[]) => all.filter(({ card }) => card.id !== id);
  const top = deck.items[0];

  const decide = (direction: SwipeDirection, release = atRest) => {
    const card = swipe(direction);
    if (!card) return;
    setReturned(undefined);
    setLeaving((all) => [...without(card.id)(all), { card, direction, release }]);
    announce(`${direction === "like" ? "Liked" : "Passed"}. ${nextMessage(deck.items[1])}`);
  };
  const takeBack = () => {
    const last = undo();
    if (!last) return;
    setLeaving(without(last.card.id));
    setReturned({ id: last.card.id, from: last.direction });
    announce(`Undone. ${nextMessage(last.card)}`);
  };
  // A double click is meant for one card.
  const pressed = useRef({ direction: "none", atMs: 0 });
  const press = (direction: SwipeDirection, atMs: number) => {
    const { direction: former, atMs: formerAtMs } = pressed.current;
    if (former === direction && atMs - formerAtMs < pressPauseMs) return;
    pressed.current = { direction, atMs };
    decide(direction);
  };
  useDeckKeys({ ArrowLeft: () => decide("pass"), ArrowRight: () => decide("like"), Backspace: takeBack });

  return (
    <div className={layoutClass} style={layoutStyle}>
      <div className="relative mx-auto aspect-2/3 h-full min-h-[300px] max-w-full min-w-[min(100%,15rem)] [grid-area:deck] low:min-h-0">
        <SwipeDeck
          items={deck.items}
          leaving={leaving}
          returned={returned}
          onDecide={decide}
          onGone={(id) => setLeaving(without(id))}
        />
        {!top && <EmptyTable isPending={isPending} isFetching={isFetching} error={error} onReload={reload} />}
      </div>
      <IconButton
        label="Undo the last swipe"
        onClick={takeBack}
        aria-disabled={deck.past.length === 0 || undefined}
        className={clsx(sideClass, "[grid-area:undo] lg:justify-self-end low:justify-self-end")}
      >
        <Undo2 aria-hidden="true" size={20} strokeWidth={1.5} />
      </IconButton>
      <DecideButton direction="pass" onPress={(atMs) => press("pass", atMs)} isOff={!top} />
      <DecideButton direction="like" onPress={(atMs) => press("like", atMs)} isOff={!top} />
      <Details outfitId={top?.id} />
    </div>
  );
}

const pressPauseMs = 250;

/** The deck above a row of four buttons; on wide windows with large text next to it. */
const layoutClass = clsx(
  "mx-auto my-auto grid min-h-0 w-full max-w-lg grow grid-cols-[auto_1fr_1fr_auto] grid-rows-[minmax(0,1fr)_auto] items-center gap-x-[min(0.75rem,3vw)] gap-y-[min(2rem,4.5vh)] md:gap-y-10",
  "[grid-template-areas:'deck_deck_deck_deck'_'undo_pass_like_info']",
  "lg:max-w-none lg:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)_minmax(0,1fr)] lg:gap-x-14 lg:gap-y-3",
  "lg:[grid-template-areas:'pass_deck_like'_'undo_deck_info']",
  "low:max-w-3xl low:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] low:grid-rows-[minmax(0,1fr)_minmax(0,1fr)] low:gap-x-6 low:gap-y-3",
  "low:[grid-template-areas:'pass_deck_like'_'undo_deck_info']",
);
/** In a higher window the card would become a strip, or push the words next to it off the page. */
const layoutStyle = { maxHeight: "54rem" };
const sideClass = "size-[min(3.25rem,14vw)]! border border-line hover:border-ink lg:self-start low:self-start";

function DecideButton({
  direction,
  onPress,
  isOff,
}: {
  direction: SwipeDirection;
  onPress: (atMs: number) => void;
  isOff: boolean;
}) {
  const isLike = direction === "like";
  return (
    <button
      type="button"
      onClick={(event) => onPress(event.timeStamp)}
      aria-disabled={isOff || undefined}
      aria-keyshortcuts={isLike ? "ArrowRight" : "ArrowLeft"}
      className={clsx(
        "h-[min(3.5rem,max(56px,9vh))] rounded-full text-[min(0.9375rem,5vw)] font-semibold tracking-[0.12em] transition-[opacity,color,scale,background-color] duration-150 active:scale-95 off:opacity-40",
        "low:self-end low:px-8 lg:font-poster lg:h-auto lg:self-end lg:rounded-photo lg:bg-transparent! lg:px-3 lg:text-[clamp(4rem,8.5vw,9rem)] lg:leading-[0.9] lg:font-normal lg:tracking-[-0.035em]",
        isLike
          ? "bg-accent text-on-accent [grid-area:like] lg:justify-self-start low:justify-self-start lg:text-accent"
          : "bg-ink text-paper [grid-area:pass] lg:justify-self-end low:justify-self-end lg:text-ink",
      )}
    >
      {isLike ? "LIKE" : "PASS"}
    </button>
  );
}

function Details({ outfitId }: { outfitId: string | undefined }) {
  const shared = clsx(iconButtonClass, sideClass, "[grid-area:info]");
  const icon = <Info aria-hidden="true" size={20} strokeWidth={1.5} />;
  if (outfitId === undefined) {
    return (
      <button type="button" disabled aria-label="Details" className={shared}>
        {icon}
      </button>
    );
  }
  return (
    <Link to="/outfit/$outfitId" params={{ outfitId }} aria-label="Details" className={shared}>
      {icon}
    </Link>
  );
}

interface EmptyTableProps {
  isPending: boolean;
  isFetching: boolean;
  error: Error | null;
  onReload: () => void;
}

/** Nothing left to swipe: loading, failed, or the end of the deck. */
function EmptyTable({ isPending, isFetching, error, onReload }: EmptyTableProps) {
  // Stays visible while 'Refresh' loads.
  const [isEnd, setIsEnd] = useState(false);
  if (!isPending && !isFetching && !error && !isEnd) setIsEnd(true);
  if (error && !isPending) {
    return (
      <div className="absolute inset-0 grid place-items-center overflow-y-auto">
        <ErrorState title="Failed to load outfits" onRetry={onReload} isRetrying={isFetching}>
          {errorMessage(error, "Please try again in a moment.")}
        </ErrorState>
      </div>
    );
  }
  return isEnd ? <DeckEnd onRefresh={onReload} isRefreshing={isFetching} /> : <DeckSkeleton />;
}

function nextMessage(card: OutfitCard | undefined): string {
  return card ? `Now: ${card.title} by ${nameOf(card.author)}` : "";
}

/** Arrow keys reach the deck from anywhere on the page but a field or a dialog. */
function useDeckKeys(actions: Record<string, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isElsewhere = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
    const isPlain = !event.repeat && !event.metaKey && !event.ctrlKey && !event.altKey && !event.shiftKey;
    const action = actions[event.key];
    if (!action || !isPlain || isElsewhere) return;
    event.preventDefault();
    action();
  });
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
