import type { FormEvent } from "react";
import type { SettingsState } from "#contract/settings.ts";
import { useSaveSettings } from "#web/data/admin.ts";
import { changesOf } from "#web/lib/changes-of.ts";
import { toNumber } from "#web/lib/to-number.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { issueOf } from "#web/features/admin/parts/issue-of.ts";
import { useEdits } from "#web/features/admin/parts/use-edits.ts";
import { pinnedHint, settingLabels } from "./setting-labels.ts";

const hints = {
  screeningQueuePercent: "Score in percent from which moderators look at a picture",
  screeningHoldPercent: "Score in percent from which only its owner sees it until they have looked",
} as const;
type ScreeningKey = keyof typeof hints;
const keys = Object.keys(hints) as ScreeningKey[];

/** The two thresholds of the image screening. */
export function ScreeningSettings({ state }: { state: SettingsState }) {
  const save = useSaveSettings();
  const { screeningQueuePercent, screeningHoldPercent } = state.settings;
  const { values, edit, settle } = useEdits({
    screeningQueuePercent: String(screeningQueuePercent),
    screeningHoldPercent: String(screeningHoldPercent),
  });
  const isPinned = (key: ScreeningKey) => state.pinned.includes(key);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      changesOf(
        { screeningQueuePercent, screeningHoldPercent },
        {
          screeningQueuePercent: toNumber(values.screeningQueuePercent),
          screeningHoldPercent: toNumber(values.screeningHoldPercent),
        },
      ),
      { onSuccess: () => settle(values) },
    );
  };
  return (
    <form onSubmit={submit} noValidate aria-labelledby="screening" className="space-y-5">
      <div>
        <h2 id="screening" className="font-display text-title">
          Image screening
        </h2>
        <p className="mt-1 text-muted">
          Every picture is scored after it is posted. Nothing is removed by the score alone.
        </p>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        {keys.map((key) => (
          <Field
            key={key}
            label={settingLabels[key]}
            hint={isPinned(key) ? pinnedHint : hints[key]}
            error={issueOf(save.error, key)}
          >
            {(control) => (
              <Input
                {...control}
                type="number"
                min={1}
                max={100}
                disabled={isPinned(key)}
                value={values[key]}
                onChange={(event) => edit({ [key]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <Button type="submit" isBusy={save.isPending} disabled={keys.every(isPinned)}>
        Save thresholds
      </Button>
    </form>
  );
}
