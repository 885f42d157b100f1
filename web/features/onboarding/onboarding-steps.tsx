import { useState } from "react";
import { useMe } from "#web/data/me.ts";
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
  if (!isNamed && me && givenName.test(me.username)) {
    return <ChooseName current={me.username} onChosen={() => setIsNamed(true)} />;
  }
  if (styleIds === undefined) return <ChooseStyles onChosen={setStyleIds} />;
  return <FollowStylists userId={userId} styleIds={styleIds} onDone={onDone} />;
}
