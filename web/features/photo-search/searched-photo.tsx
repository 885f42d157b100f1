import clsx from "clsx";
import { type ReactNode, useId, useState } from "react";
import type { PictureBox } from "#contract/detection.ts";
import type { PhotoPart } from "#contract/photo-searches.ts";
import { chipClass } from "#web/ui/chip.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

interface SearchedPhotoProps {
  /** Of the photo. */
  url: string;
  isSearching: boolean;
  /** All clothes, then each garment. */
  parts: readonly PhotoPart[];
  /** The index of the part whose results are shown. */
  chosen: number;
  onChoose: (part: number) => void;
  /** Buttons. */
  children: ReactNode;
}

/** The photo of a search with its garments, each of which can be searched for alone. */
export function SearchedPhoto({ url, isSearching, parts, chosen, onChoose, children }: SearchedPhotoProps) {
  const id = useId();
  // A file that is no picture, whatever its name says: the search tells so.
  const [brokenUrl, setBrokenUrl] = useState<string>();
  return (
    <div className="flex flex-col items-center gap-6 md:flex-row md:items-start">
      <div hidden={brokenUrl === url} className="relative w-fit shrink-0 overflow-hidden rounded-photo bg-ink/6">
        <img
          src={url}
          alt="What you search by"
          onError={() => setBrokenUrl(url)}
          className="block h-auto! max-h-[40dvh] w-auto! max-w-full"
        />
        {outlinesOf(parts).map(({ box, name, part }) => (
          // Its name is that of the choice below, which keyboards and screen readers use.
          <label
            key={`${part}`}
            htmlFor={`${id}-${part}`}
            title={name}
            style={toStyle(box)}
            className={clsx("photo-outline absolute cursor-pointer rounded-input", part !== chosen && "border-dashed")}
          >
            <span className="sr-only">{name}</span>
            {/* Glasses are a few pixels high: a finger may miss them by these. */}
            <span className="absolute" style={{ inset: -fingerPixels }} />
          </label>
        ))}
        {isSearching && (
          <span className="absolute inset-0 grid place-items-center bg-black/60 text-white">
            <Spinner label="Looking at your photo" size={28} />
          </span>
        )}
      </div>
      <div className="min-w-0 grow">
        {parts.length > 0 && (
          <fieldset className="min-w-0">
            <legend className="mb-2 text-fine font-semibold">Search for</legend>
            <div className="flex flex-wrap gap-2">
              {parts.map((part, index) => (
                <PartChoice
                  key={`${index}`}
                  id={`${id}-${index}`}
                  group={id}
                  part={part}
                  isChosen={index === chosen}
                  onChoose={() => onChoose(index)}
                />
              ))}
            </div>
          </fieldset>
        )}
        <div className="mt-6 flex flex-wrap gap-3">{children}</div>
      </div>
    </div>
  );
}

const fingerPixels = 10;

/** The garments that have a place in the photo, the largest first, so that no garment covers a smaller one. */
function outlinesOf(parts: readonly PhotoPart[]) {
  return parts
    .flatMap(({ box, name }, part) => (box === null ? [] : [{ box, name, part }]))
    .toSorted((one, other) => other.box.width * other.box.height - one.box.width * one.box.height);
}

interface PartChoiceProps {
  id: string;
  /** The name of the radio buttons. */
  group: string;
  part: PhotoPart;
  isChosen: boolean;
  onChoose: () => void;
}

function PartChoice({ id, group, part, isChosen, onChoose }: PartChoiceProps) {
  const name = part.category === null ? "All clothes" : part.name;
  return (
    <span
      className={clsx(
        chipClass(isChosen),
        "relative has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink",
      )}
    >
      <input
        id={id}
        type="radio"
        name={group}
        checked={isChosen}
        onChange={onChoose}
        aria-label={name}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      {name}
    </span>
  );
}

const toStyle = ({ x, y, width, height }: PictureBox) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
});
