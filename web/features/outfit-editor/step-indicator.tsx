import clsx from "clsx";
import { Check } from "lucide-react";
import { useWatch } from "react-hook-form";
import { prefersReducedMotion } from "#web/lib/use-prefers-reduced-motion.ts";
import { completedSteps, type StepName } from "./outfit-form.ts";
import type { OutfitForm } from "./use-outfit-form.ts";

const steps: { name: StepName; anchor: string }[] = [
  { name: "Upload", anchor: "upload" },
  { name: "Details", anchor: "details" },
  { name: "Items", anchor: "items" },
];

const discStyle = { width: "min(2rem, 44px)", height: "min(2rem, 44px)" };

/** The progress through the form; each step links to its part. */
export function StepIndicator({ form }: { form: OutfitForm }) {
  const fields = useWatch({ control: form.control, compute: completedSteps });
  const next = steps.find(({ name }) => !fields[name])?.name;
  return (
    <ol aria-label="Steps" className="@container flex items-center gap-1 sm:gap-2">
      {steps.map(({ name, anchor }, index) => {
        const isComplete = fields[name];
        return (
          <li key={name} className="flex flex-1 items-center gap-1 last:flex-none sm:gap-2">
            <button
              type="button"
              aria-current={name === next ? "step" : undefined}
              onClick={() => goTo(anchor)}
              className="flex min-h-11 items-center gap-1.5 rounded-full pr-1 sm:gap-2.5"
            >
              <span
                aria-hidden="true"
                style={discStyle}
                className={clsx(
                  "font-display grid shrink-0 place-items-center rounded-full border text-lead leading-none transition-colors duration-200",
                  isComplete && "border-ink bg-ink text-paper",
                  !isComplete && (name === next ? "border-ink text-ink" : "border-ink/20 text-muted"),
                )}
              >
                {isComplete ? (
                  <Check size={16} strokeWidth={2} className="animate-[appear_0.2s_var(--ease-out)]" />
                ) : (
                  index + 1
                )}
              </span>
              {/* With large text only the next step's name has room. */}
              <span className="sr-only">{`${name}, ${isComplete ? "complete" : "not complete"}`}</span>
              <span
                aria-hidden="true"
                className={clsx(
                  "text-fine font-medium",
                  name !== next && "@max-3xs:hidden",
                  !isComplete && name !== next && "text-muted",
                )}
              >
                {name}
              </span>
            </button>
            {index < steps.length - 1 && <Line isComplete={isComplete} />}
          </li>
        );
      })}
    </ol>
  );
}

/** From one step to the next. */
function Line({ isComplete }: { isComplete: boolean }) {
  return (
    <span aria-hidden="true" className="relative h-px min-w-1 flex-1 bg-line">
      <span
        className={clsx(
          "absolute inset-0 origin-left bg-ink transition-transform duration-250 ease-out",
          isComplete ? "scale-x-100" : "scale-x-0",
        )}
      />
    </span>
  );
}

function goTo(anchor: string): void {
  const section = document.getElementById(anchor);
  section?.scrollIntoView({ behavior: prefersReducedMotion() ? "instant" : "smooth", block: "start" });
  section?.focus({ preventScroll: true });
}
