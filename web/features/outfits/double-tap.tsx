import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { Heart } from "#web/ui/heart.tsx";

/** Two taps closer than this are one double tap. */
const doubleTapMs = 260;

interface DoubleTap {
  onPointerDown: (event: PointerEvent) => void;
  onClick: (event: MouseEvent) => void;
  /** Where the heart bursts, as long as it does. */
  burst: { x: number; y: number; key: number } | undefined;
  endBurst: () => void;
}

/**
 * Distinguishes single and double taps. Mouse and keyboard open at once; only a touch waits for a second tap, and never
 * with a modifier key.
 */
export function useDoubleTap(onSingle: () => void, onDouble: () => void): DoubleTap {
  const isTouch = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [burst, setBurst] = useState<DoubleTap["burst"]>();
  useEffect(() => () => clearTimeout(timer.current), []);

  const onClick = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain || !isTouch.current || event.detail === 0) return;
    event.preventDefault();
    if (timer.current === undefined) {
      timer.current = setTimeout(() => {
        timer.current = undefined;
        onSingle();
      }, doubleTapMs);
      return;
    }
    clearTimeout(timer.current);
    timer.current = undefined;
    const box = event.currentTarget.getBoundingClientRect();
    setBurst((last) => ({ x: event.clientX - box.left, y: event.clientY - box.top, key: (last?.key ?? 0) + 1 }));
    onDouble();
  };
  return {
    onPointerDown: (event) => {
      isTouch.current = event.pointerType === "touch";
    },
    onClick,
    burst,
    endBurst: () => setBurst(undefined),
  };
}

/** The heart that flies up once where the finger was. */
export function HeartBurst({ burst, onEnd }: { burst: DoubleTap["burst"]; onEnd: () => void }) {
  if (!burst) return null;
  return (
    <span
      key={burst.key}
      aria-hidden="true"
      onAnimationEnd={onEnd}
      style={{ left: burst.x, top: burst.y }}
      className="pointer-events-none absolute z-10 -mt-12 -ml-12 animate-[burst_0.7s_var(--ease-out)_forwards] text-accent [filter:drop-shadow(0_4px_16px_rgb(0_0_0/0.3))]"
    >
      <Heart isFull size={96} />
    </span>
  );
}
