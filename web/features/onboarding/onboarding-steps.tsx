import { useEffect, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { meQuery } from "#web/data/me.ts";
import { PageSpinner } from "#web/shell/page-spinner.tsx";
import { enterPage } from "#web/shell/use-page-focus.ts";
import { ChooseName } from "./choose-name.tsx";
import { ChooseStyles } from "./choose-styles.tsx";
import { FollowStylists } from "./follow-stylists.tsx";

/** The name that an account gets which was made without one, by phone. */
const givenName = /^member\d+$/;

/** A new member without a chosen name chooses one; all choose styles and follow three stylists; each step can be skipped. */
export function OnboardingSteps({ userId, onDone }: { userId: string; onDone: () => void }) {
  const { data: me, isPending } = useQuery(meQuery);
  const [isNamed, setIsNamed] = useState(false);
  const [styleIds, setStyleIds] = useState<string[]>();
  // Until it is known, no step is shown that another one would replace.
  const isWaiting = isPending && styleIds === undefined;
  const step = !isNamed && me && givenName.test(me.username) ? "name" : styleIds === undefined ? "styles" : "stylists";
  useEntered(isWaiting ? undefined : step);
  if (isWaiting) return <PageSpinner />;
  if (step === "name" && me) return <ChooseName member={me} onChosen={() => setIsNamed(true)} />;
  if (styleIds === undefined) return <ChooseStyles onChosen={setStyleIds} />;
  return <FollowStylists userId={userId} styleIds={styleIds} onDone={onDone} />;
}

/** A step begins at its top, as a page does: the pressed button of the step before is gone, and with it the focus. */
function useEntered(step: string | undefined): void {
  const entered = useRef(step);
  useEffect(() => {
    const former = entered.current;
    entered.current = step;
    if (former === undefined || former === step) return;
    scrollTo(0, 0);
    enterPage();
  }, [step]);
}
