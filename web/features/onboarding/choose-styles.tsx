import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { Check } from "lucide-react";
import { useState } from "react";
import { styleQueries } from "#web/data/styles.ts";
import { Button } from "#web/ui/button.tsx";
import { Step, StepError, StepSkeleton } from "./onboarding-step.tsx";

/** The first step: which styles to look for. */
export function ChooseStyles({ onChosen }: { onChosen: (styleIds: string[]) => void }) {
  const styles = useQuery(styleQueries.list());
  const { data, isPending } = styles;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <Step
      step={1}
      title="Choose your styles"
      heading="What do you wear?"
      lead="Choose as many as you like. We look for people who dress that way."
      footer={
        <>
          <Button look="quiet" onClick={() => onChosen([])}>
            Skip
          </Button>
          <Button look="primary" disabled={chosen.length === 0} onClick={() => onChosen([...chosen])}>
            {chosen.length === 0 ? "Continue" : `Continue with ${chosen.length}`}
          </Button>
        </>
      }
    >
      <StepError title="Failed to load styles" query={styles} />
      <ul aria-label="Styles" aria-busy={isPending} className="style-choices step-choices grid gap-3 md:gap-4">
        {isPending && <StepSkeleton count={8} className="aspect-square" />}
        {data?.map((style) => (
          <li key={style.id}>
            <StyleChoice {...style} isOn={chosen.includes(style.id)} onToggle={() => toggle(style.id)} />
          </li>
        ))}
      </ul>
    </Step>
  );
}

interface StyleChoiceProps {
  name: string;
  imageUrl: string | null;
  isOn: boolean;
  onToggle: () => void;
}

function StyleChoice({ name, imageUrl, isOn, onToggle }: StyleChoiceProps) {
  return (
    <button type="button" aria-pressed={isOn} onClick={onToggle} className="group block w-full text-left">
      <span
        className={clsx(
          "relative block aspect-square overflow-hidden rounded-photo bg-ink/6 outline-offset-2 transition-[outline-color] duration-150",
          isOn ? "outline-2 outline-ink" : "outline-2 outline-transparent group-hover:outline-ink/25",
        )}
      >
        {imageUrl !== null && (
          <img
            src={imageUrl}
            alt=""
            loading="lazy"
            className={clsx(
              "size-full object-cover object-top transition-transform duration-250 ease-out",
              isOn && "scale-104",
            )}
          />
        )}
        {isOn && (
          <span className="absolute top-3 right-3 grid size-8 place-items-center rounded-full bg-ink text-paper">
            <Check aria-hidden="true" size={18} strokeWidth={2} />
          </span>
        )}
      </span>
      <span className={clsx("mt-2 block", isOn && "font-semibold")}>{name}</span>
    </button>
  );
}
