interface FactorChoiceProps {
  factors: readonly { id: string; friendly_name?: string | undefined }[];
  chosenId: string | undefined;
  onChoose: (id: string) => void;
}

/** Whose code it is, for one who has several authenticators. */
export function FactorChoice({ factors, chosenId, onChoose }: FactorChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-3 text-fine font-medium">Which authenticator?</legend>
      <div className="flex flex-wrap gap-2">
        {factors.map((factor) => (
          <label
            key={factor.id}
            className="inline-flex min-h-11 cursor-pointer items-center rounded-full border border-ink/20 px-4 text-fine has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"
          >
            <input
              type="radio"
              name="authenticator"
              className="sr-only"
              checked={factor.id === chosenId}
              onChange={() => onChoose(factor.id)}
            />
            {factor.friendly_name ?? "Authenticator"}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
