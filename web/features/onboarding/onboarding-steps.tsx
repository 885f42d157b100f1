import { useEffect, useRef, useState } from "react";
import { useMe } from "#web/data/me.ts";
import { enterPage } from "#web/shell/use-page-focus.ts";
import { ChooseName } from "./choose-name.tsx";
import { ChooseStyles } from "./choose-styles.tsx";
import { FollowStylists } from "./follow-stylists.tsx";

/** The name that an account gets which was made without one, by phone. */
const givenName = /^member\d+$/;

/** A new member without a chosen name chooses one; all choose styles and follow three stylists; each step can be skipped. */
export function OnboardingSteps({ userId, onDone }: { userId: string; onDone: () => void }) {
  const me = useMe();
  const [isNamed, setIsNamed] = useState(false);
  const [styleIds, setStyleIds] = useState<string[]>();
  const step = !isNamed && me && givenName.test(me.username) ? "name" : styleIds === undefined ? "styles" : "stylists";
  useEntered(step);
  if (step === "name" && me) return <ChooseName member={me} onChosen={() => setIsNamed(true)} />;
  if (styleIds === undefined) return <ChooseStyles onChosen={setStyleIds} />;
  return <FollowStylists userId={userId} styleIds={styleIds} onDone={onDone} />;
}

/** A step begins at its top, as a page does: the pressed button of the step before is gone, and with it the focus. */
function useEntered(step: string): void {
  const entered = useRef(step);
  useEffect(() => {
    if (entered.current === step) return;
    entered.current = step;
    scrollTo(0, 0);
    enterPage();
  }, [step]);
}
