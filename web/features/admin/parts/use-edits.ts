import { useState } from "react";
import { changesOf } from "#web/lib/changes-of.ts";

/** The values of a form that stays on screen: what is saved, which may change meanwhile, under what was typed and is not saved. */
export function useEdits<Values extends object>(saved: Values) {
  const [edits, setEdits] = useState<Partial<Values>>({});
  return {
    values: { ...saved, ...edits },
    edit: (changed: Partial<Values>) => setEdits((now) => changesOf<Partial<Values>>(saved, { ...now, ...changed })),
    /** These values were saved; what was typed since they were sent stays. */
    settle: (sent: Values) => setEdits((now) => changesOf<Partial<Values>>(sent, now)),
  };
}
