import type { PictureBox } from "#contract/detection.ts";
import type { OutfitDetection } from "./use-detection.ts";

const toStyle = ({ x, y, width, height }: PictureBox) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
});

/** The photo may be above the screen, or under the steps at its top, when an item is pressed. */
const bringIntoView = (outline: HTMLElement | null) => outline?.scrollIntoView?.({ block: "nearest" });

/** Over the photo: where an item was seen, and the other people, each of whom can be looked at instead. */
export function PhotoMarks({ detection }: { detection: OutfitDetection }) {
  const { outlined, people, isRunning, start } = detection;
  return (
    <>
      {people.length > 1 &&
        !isRunning &&
        people.map((box, index) => (
          <button
            key={`${box.x} ${box.y}`}
            type="button"
            aria-label={`Detect the clothes of person ${index + 1}`}
            className="photo-outline absolute rounded-input border-dashed"
            style={toStyle(box)}
            onClick={() => void start({ x: box.x + box.width / 2, y: box.y + box.height / 2 })}
          />
        ))}
      {outlined && (
        <span
          ref={outlined.isWanted ? bringIntoView : undefined}
          data-testid="outline"
          aria-hidden="true"
          className="photo-outline pointer-events-none absolute scroll-mt-16 rounded-input"
          style={toStyle(outlined.box)}
        />
      )}
    </>
  );
}
