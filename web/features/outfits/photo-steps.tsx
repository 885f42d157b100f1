import { ChevronLeft, ChevronRight } from "lucide-react";
import type { KeyboardEvent } from "react";
import { IconButton } from "#web/ui/icon-button.tsx";

const steps: Partial<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 };

/** The way that an arrow key leads; undefined for other keys. */
export function photoStepOf({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): 1 | -1 | undefined {
  return altKey || ctrlKey || metaKey ? undefined : steps[key];
}

/** aria-disabled at the ends, since `disabled` would lose the focus. */
const arrowClass = "focus-on-photo absolute! top-1/2 -translate-y-1/2 bg-paper/85! backdrop-blur-md";

interface PhotoStepsProps {
  shown: number;
  last: number;
  onStep: (by: 1 | -1) => void;
}

/** The buttons to the photos before and after, over the photo. */
export function PhotoSteps({ shown, last, onStep }: PhotoStepsProps) {
  return (
    <>
      <IconButton
        label="Previous photo"
        aria-disabled={shown === 0 || undefined}
        onClick={() => onStep(-1)}
        className={`${arrowClass} left-3`}
      >
        <ChevronLeft aria-hidden="true" size={22} strokeWidth={1.75} />
      </IconButton>
      <IconButton
        label="Next photo"
        aria-disabled={shown === last || undefined}
        onClick={() => onStep(1)}
        className={`${arrowClass} right-3`}
      >
        <ChevronRight aria-hidden="true" size={22} strokeWidth={1.75} />
      </IconButton>
    </>
  );
}
