import clsx from "clsx";
import { Check } from "lucide-react";
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type ColourKey, colours, listUnknownColours, readColours } from "#contract/colours.ts";
import { announce } from "#web/lib/announce.ts";
import { Button } from "#web/ui/button.tsx";

type Colour = (typeof colours)[number];

const ring = colours.filter(({ isInRing }) => isInRing);
const neutrals = colours.filter(({ isInRing }) => !isInRing);
/** Wide enough that neighbours of 44 px do not overlap. */
const ringPixels = 300;
const steps: Partial<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

interface ColourFilterProps {
  /** Keys separated by commas, as in the address. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  /** Takes colours that do not exist out of the address. */
  onCorrect: (value: string | undefined) => void;
}

/** The server refuses a colour that does not exist: an old or mistyped address goes on with the others. */
function useKnownColours(value: string, onCorrect: ColourFilterProps["onCorrect"]): void {
  useEffect(() => {
    const unknown = value === "" ? [] : listUnknownColours(value);
    const known = value.split(",").filter((key) => !unknown.includes(key));
    if (unknown.length > 0) onCorrect(known.join(",") || undefined);
  }, [value, onCorrect]);
}

/** Chooses colours that the clothes must have: a ring of hues, and the neutrals inside it. */
export function ColourFilter({ value = "", onChange, onCorrect }: ColourFilterProps) {
  // What was pressed counts before the address has changed, or a quick second press would take the first one back.
  const [pressed, setPressed] = useState({ before: value, after: value });
  // Only until it changes: Back may lead to the same address again.
  if (pressed.before !== value) setPressed({ before: value, after: value });
  const chosen = readColours(pressed.after);
  useKnownColours(value, onCorrect);
  const frame = useRef<HTMLFieldSetElement>(null);
  const [current, setCurrent] = useState<ColourKey>(chosen[0] ?? colours[0].key);
  const toggle = (key: ColourKey) => {
    setCurrent(key);
    const next = chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key];
    setPressed({ before: value, after: next.join(",") });
    onChange(next.join(",") || undefined);
  };
  /** Like radio buttons: one stop of the Tab key, arrow keys between the colours. */
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const place = colours.findIndex(({ key }) => key === current);
    const next = colours[(place + step + colours.length) % colours.length] ?? colours[0];
    setCurrent(next.key);
    frame.current?.querySelector<HTMLInputElement>(`input[value="${next.key}"]`)?.focus();
  };
  const optionOf = (colour: Colour, style?: CSSProperties) => (
    <Option
      key={colour.key}
      colour={colour}
      isChosen={chosen.includes(colour.key)}
      isStop={colour.key === current}
      onToggle={() => toggle(colour.key)}
      {...(style ? { style } : {})}
    />
  );
  const clear = () => {
    setPressed({ before: value, after: "" });
    onChange(undefined);
    announce("All colours");
    frame.current?.querySelector<HTMLInputElement>('input[tabindex="0"]')?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between its boxes
    <fieldset ref={frame} onKeyDown={onKeyDown} className="min-w-0">
      <legend className="mb-2 text-fine font-semibold">Colours of the clothes</legend>
      <div className="relative" style={{ width: ringPixels, height: ringPixels }}>
        {ring.map((colour, index) => optionOf(colour, placeOf(index, ring.length, ringPixels / 2 - 22)))}
        {neutrals.map((colour, index) => optionOf(colour, placeOf(index, neutrals.length, 66)))}
      </div>
      <p className="mt-2 flex min-h-11 flex-wrap items-center gap-3 text-fine text-muted">
        {chosen.length === 0 ? "Choose one or more" : namesOf(chosen)}
        {chosen.length > 0 && (
          <Button look="quiet" size="small" onClick={clear}>
            Clear
          </Button>
        )}
      </p>
    </fieldset>
  );
}

const list = new Intl.ListFormat("en-GB");
const namesOf = (keys: readonly ColourKey[]) =>
  list.format(colours.filter(({ key }) => keys.includes(key)).map(({ name }) => name));

/** Around the middle of the ring, clockwise from the top. */
function placeOf(index: number, count: number, radius: number): CSSProperties {
  const angle = (2 * Math.PI * index) / count - Math.PI / 2;
  const at = (part: number) => Math.round(ringPixels / 2 + radius * part - 22);
  return { left: at(Math.cos(angle)), top: at(Math.sin(angle)) };
}

interface OptionProps {
  colour: Colour;
  isChosen: boolean;
  /** The Tab key stops here. */
  isStop: boolean;
  onToggle: () => void;
  style?: CSSProperties;
}

function Option({ colour: { key, name, hex }, isChosen, isStop, onToggle, style }: OptionProps) {
  return (
    <label
      title={name}
      style={style}
      className="absolute grid size-11 cursor-pointer place-items-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-ink"
    >
      <input
        type="checkbox"
        value={key}
        checked={isChosen}
        tabIndex={isStop ? 0 : -1}
        onChange={onToggle}
        aria-label={name}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      <span
        aria-hidden="true"
        style={{ backgroundColor: hex }}
        className={clsx(
          "grid place-items-center rounded-full border border-ink/25 forced-color-adjust-none forced-colors:border-[CanvasText]",
          isChosen ? "size-9 ring-2 ring-ink ring-offset-4 ring-offset-paper" : "size-8",
        )}
      >
        {isChosen && <Check size={18} strokeWidth={2.5} style={{ color: isLight(hex) ? "#000" : "#fff" }} />}
      </span>
    </label>
  );
}

/** Whether black is easier to see on it than white. */
function isLight(hex: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140;
}
