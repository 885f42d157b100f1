import type { FoundPicture, ModerationCaseDetail } from "#contract/moderation.ts";
import { Picture } from "#web/ui/picture.tsx";

/** As wide as the card on phones, else its narrow column. */
export const exhibitSizes = "(width >= 48rem) 224px, 100vw";

type State = FoundPicture["state"] | ModerationCaseDetail["foundPicture"];

/** Of a profile, which picture it is. */
const kindWords: Partial<Record<FoundPicture["kind"], string>> = { avatar: "Avatar", banner: "Banner" };

/** What became of a picture that the image screening found; nothing if it is shown. */
function stateWordsOf(state: State): string | undefined {
  if (state === "withheld") return "Not on the profile";
  if (state === "proposed") return "Proposed picture, not published yet";
  if (state === "former") return "The picture that was found is no longer shown";
  return state === "gone" ? "The picture that was found no longer exists" : undefined;
}

/** Tells each picture from the others, for those who cannot see it. */
function altOf(
  { kind }: FoundPicture,
  index: number,
  { excerpt, member, foundPictures }: ModerationCaseDetail,
): string {
  const word = kindWords[kind];
  if (word !== undefined) return `${word} of @${member.username}`;
  return foundPictures.length > 1 ? `Picture ${index + 1} of ${foundPictures.length}` : excerpt;
}

/** Each picture that the decision is about, with what the image screening says about it. */
export function FoundPictures({ data }: { data: ModerationCaseDetail }) {
  return (
    <ul aria-label="Pictures that were found" className="space-y-6">
      {data.foundPictures.map((found, index) => (
        <li key={found.id}>
          <div className="overflow-hidden rounded-photo">
            <Picture picture={found.picture} alt={altOf(found, index, data)} sizes={exhibitSizes} />
          </div>
          <div className="mt-2">
            {kindWords[found.kind] !== undefined && <h3 className="font-semibold">{kindWords[found.kind]}</h3>}
            <Finding {...found} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** What the image screening found in a picture that is not among those: it is gone. */
export function Screening({ data }: { data: ModerationCaseDetail }) {
  const isFinding = data.screeningPercent !== null || data.isImageMatch;
  if (!isFinding || data.foundPictures.length > 0) return null;
  return (
    <section aria-label="Image screening">
      <h3 className="font-semibold">Image screening</h3>
      <Finding {...data} state={data.foundPicture} />
    </section>
  );
}

type FindingProps = Pick<FoundPicture, "screeningPercent" | "isImageMatch"> & { state: State };

function Finding({ screeningPercent, isImageMatch, state }: FindingProps) {
  const words = stateWordsOf(state);
  return (
    <>
      {screeningPercent !== null && <p>{`Image score ${screeningPercent}\u00a0%`}</p>}
      {isImageMatch && <p>Resembles a picture that was removed before</p>}
      {words !== undefined && <p>{words}</p>}
    </>
  );
}
