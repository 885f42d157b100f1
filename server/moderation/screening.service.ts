import type { Tx } from "#server/db/db.ts";
import type { ReportTarget } from "#server/db/schema.ts";
import type { AppContext } from "#server/http/context.ts";
import { recordAction } from "./actions.service.ts";
import { weighScreening } from "./case-weights.service.ts";
import { lockScreeningOf, type Screening, upsertCase } from "./case-openings.store.ts";
import { getExcerpt } from "./cases.store.ts";
import { withholdProfilePictures } from "#server/profiles/profiles.service.ts";
import { setTargetHidden } from "./targets.service.ts";

/** What the image screening found in a picture of a member's. */
export interface ScreeningFinding extends Screening {
  /** What the picture belongs to. */
  target: { type: ReportTarget; id: string };
  memberId: string;
  imageId: string;
  /** Which picture of a profile it is; null for other targets. */
  profilePicture: "avatar" | "banner" | null;
  /** Whether others cannot see it until a moderator reviews it: the whole target, or the picture of a profile. */
  isHeld: boolean;
}

/** What the owner reads. */
function explain({ profilePicture, matchedImageId }: ScreeningFinding): string {
  const finding =
    matchedImageId === null
      ? "An automatic check found that the picture may break our rules."
      : "The picture resembles one that we removed before.";
  return profilePicture === null
    ? `${finding} Only you can see it until we have looked at it.`
    : `${finding} Your ${profilePicture} isn't shown until we have looked at it.`;
}

/**
 * Puts what the image screening found into the moderation queue, in the caller's transaction: joins the open case of the
 * target or opens one. Repeating a finding changes nothing. Withheld content leaves the lists at once, and its owner
 * is notified; the moderator's decision shows it again unless it hides or deletes it. Writes `moderation_cases`,
 * `moderation_actions` and the table of the target.
 *
 * @returns The case's id.
 * @see docs/product.md#image-screening
 */
export async function openScreeningCase(
  tx: Tx,
  app: Pick<AppContext, "clock" | "db" | "live" | "pool">,
  finding: ScreeningFinding,
): Promise<string> {
  const { target, memberId, imageId, percent, matchedImageId } = finding;
  const known = await lockScreeningOf(tx, target);
  const isReplacement = known?.isPast ?? false;
  const more = weighScreening({ percent, matchedImageId }) - (known ? weighScreening(known) : 0);
  const caseId = await upsertCase(
    tx,
    {
      target,
      memberId,
      reports: 0,
      weight: isReplacement ? more : Math.max(0, more),
      screeningPercent: percent,
      matchedImageId,
      screenedImageId: imageId,
      isReplacement,
    },
    app.clock.now(),
  );
  if (!finding.isHeld || !(await withhold(tx, app, finding, caseId))) return caseId;
  await recordAction(tx, app, {
    memberId,
    caseId,
    kind: "held",
    target,
    excerpt: await getExcerpt(tx, target),
    reason: explain(finding),
    decidedBy: null,
  });
  return caseId;
}

/** @returns Whether that changed anything */
async function withhold(
  tx: Tx,
  app: Pick<AppContext, "db" | "live" | "pool">,
  { target, profilePicture, imageId }: ScreeningFinding,
  caseId: string,
): Promise<boolean> {
  if (profilePicture === null) return setTargetHidden(tx, app, { ...target, caseId }, true);
  return withholdProfilePictures(tx, app, { userId: target.id, caseId, imageId });
}
