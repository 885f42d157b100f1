import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { RedemptionRules } from "#contract/reward-admin.ts";
import { adminRewardQueries, useSaveRules } from "#web/data/admin-rewards.ts";
import { changesOf } from "#web/lib/changes-of.ts";
import { toNumber } from "#web/lib/to-number.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SwitchRow } from "#web/ui/switch-row.tsx";
import { useEdits } from "#web/features/admin/parts/use-edits.ts";
import { ruleLabels } from "#web/features/admin/settings/setting-labels.ts";

/** What a member must meet to request a reward. */
export function RedemptionRulesForm() {
  const query = useQuery(adminRewardQueries.rules);
  const { data, error } = query;
  if (error && !data) return <QueryError title="Couldn't load the rules" query={query} />;
  if (!data) return <Skeleton className="h-80 max-w-xl rounded-photo!" />;
  return <RulesForm rules={data} />;
}

function RulesForm({ rules }: { rules: RedemptionRules }) {
  const { values, edit, settle } = useEdits({
    accountAgeDaysMin: String(rules.accountAgeDaysMin),
    isContactNeeded: rules.isContactNeeded,
    openMax: String(rules.openMax),
    pointsPerMonthMax: rules.pointsPerMonthMax === null ? "" : String(rules.pointsPerMonthMax),
  });
  const [issues, setIssues] = useState<Partial<Record<PropertyKey, string>>>({});
  const save = useSaveRules();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const filled = {
      accountAgeDaysMin: toNumber(values.accountAgeDaysMin),
      isContactNeeded: values.isContactNeeded,
      openMax: toNumber(values.openMax),
      pointsPerMonthMax: values.pointsPerMonthMax.trim() === "" ? null : Number(values.pointsPerMonthMax),
    };
    // Checked here: sent, what is no number becomes null, which is the word for no limit.
    const found = RedemptionRules.safeParse(filled).error?.issues ?? [];
    setIssues(Object.fromEntries(found.map(({ path, message }) => [path[0], message])));
    if (found.length === 0) save.mutate(changesOf(rules, filled), { onSuccess: () => settle(values) });
  };
  const field = (key: Exclude<keyof RedemptionRules, "isContactNeeded">, hint?: string) => (
    <Field label={ruleLabels[key]} error={issues[key]} {...(hint === undefined ? {} : { hint })}>
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          value={values[key]}
          onChange={(event) => {
            edit({ [key]: event.target.value });
            setIssues({ ...issues, [key]: undefined });
          }}
        />
      )}
    </Field>
  );
  return (
    <form onSubmit={submit} noValidate className="max-w-xl space-y-5">
      {field("accountAgeDaysMin")}
      {field("openMax")}
      {field("pointsPerMonthMax", "Empty: no limit")}
      <SwitchRow
        label={ruleLabels.isContactNeeded}
        hint="An email address or phone number must be confirmed"
        isOn={values.isContactNeeded}
        onToggle={(isContactNeeded) => edit({ isContactNeeded })}
      />
      <Button type="submit" isBusy={save.isPending}>
        Save rules
      </Button>
    </form>
  );
}
