import clsx from "clsx";
import { Check } from "lucide-react";
import { useState } from "react";
import { useController } from "react-hook-form";
import type { Style } from "#contract/styles.ts";
import { RequiredMark } from "#web/ui/required-mark.tsx";
import type { OutfitForm } from "./use-outfit-form.ts";

/** Four to a row, six on wider screens; fewer where the text is so large that names would touch. */
const gridClass = clsx(
  "-mx-1 grid gap-x-1 gap-y-4",
  "grid-cols-[repeat(auto-fill,minmax(max(4.25rem,22%),1fr))] sm:grid-cols-[repeat(auto-fill,minmax(max(4.25rem,15%),1fr))]",
);

/** One style of all, by its name and round picture. */
export function StyleField({ form, styles }: { form: OutfitForm; styles: readonly Style[] }) {
  const { field, fieldState } = useController({ control: form.control, name: "styleId" });
  const fieldError = fieldState.error?.message;
  return (
    <fieldset aria-describedby="style-error" aria-invalid={fieldError !== undefined || undefined}>
      <legend className="mb-3 text-fine font-semibold">
        Style
        <RequiredMark />
      </legend>
      <div className={gridClass}>
        {styles.map((style, index) => {
          const isChosen = field.value === style.id;
          return (
            <label key={style.id} className="group relative flex flex-col items-center gap-2 text-center select-none">
              <input
                type="radio"
                name="style"
                ref={index === 0 ? field.ref : undefined}
                className="peer absolute inset-0 z-1 size-full cursor-pointer opacity-0"
                checked={isChosen}
                onChange={() => field.onChange(style.id)}
                onBlur={field.onBlur}
              />
              <span
                className={clsx(
                  "relative size-16 rounded-full p-0.5 ring-1 transition-shadow duration-150 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-ink",
                  isChosen ? "ring-2 ring-ink" : "ring-line group-hover:ring-ink/40",
                )}
              >
                <StylePicture style={style} />
                {isChosen && (
                  <span className="absolute -right-0.5 -bottom-0.5 grid size-6 place-items-center rounded-full border-2 border-paper bg-ink text-paper">
                    <Check aria-hidden="true" size={12} strokeWidth={2.5} />
                  </span>
                )}
              </span>
              <span className={clsx("text-fine leading-4", isChosen ? "font-semibold" : "text-muted")}>
                {style.name}
              </span>
            </label>
          );
        })}
      </div>
      <p id="style-error" role="alert" className="mt-2 text-fine text-danger empty:hidden">
        {fieldError}
      </p>
    </fieldset>
  );
}

/** A style without a picture shows its initial. */
function StylePicture({ style }: { style: Style }) {
  const [isBroken, setIsBroken] = useState(false);
  if (style.imageUrl === null || isBroken) {
    return (
      <span
        className="font-display grid size-full place-items-center rounded-full bg-ink/6 text-title"
        aria-hidden="true"
      >
        {style.name.slice(0, 1)}
      </span>
    );
  }
  return (
    <img
      src={style.imageUrl}
      alt=""
      width={60}
      height={60}
      loading="lazy"
      onError={() => setIsBroken(true)}
      className="size-full rounded-full bg-ink/6 object-cover"
    />
  );
}
