import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { RedemptionRules } from "#contract/reward-admin.ts";
import { adminRewardQueries, useSaveRules } from "#web/data/admin-rewards.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SwitchRow } from "#web/ui/switch-row.tsx";
import { issueOf } from "#web/features/admin/parts/issue-of.ts";

/** What a member must meet to request a reward. */
export function RedemptionRulesForm() {
  const query = useQuery(adminRewardQueries.rules);
  const { data, error } = query;
  if (error && !data) return <QueryError title="Couldn't load the rules" query={query} />;
  if (!data) return <Skeleton className="h-80 max-w-xl rounded-photo!" />;
  return <RulesForm key={JSON.stringify(data)} rules={data} />;
}

function RulesForm({ rules }: { rules: RedemptionRules }) {
  const [texts, setTexts] = useState({
    accountAgeDaysMin: String(rules.accountAgeDaysMin),
    openMax: String(rules.openMax),
    pointsPerMonthMax: rules.pointsPerMonthMax === null ? "" : String(rules.pointsPerMonthMax),
  });
  const [isContactNeeded, setIsContactNeeded] = useState(rules.isContactNeeded);
  const save = useSaveRules();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({
      accountAgeDaysMin: Number(texts.accountAgeDaysMin),
      isContactNeeded,
      openMax: Number(texts.openMax),
      pointsPerMonthMax: texts.pointsPerMonthMax.trim() === "" ? null : Number(texts.pointsPerMonthMax),
    });
  };
  const field = (key: keyof typeof texts, label: string, hint?: string) => (
    <Field label={label} error={issueOf(save.error, key)} {...(hint === undefined ? {} : { hint })}>
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          value={texts[key]}
          onChange={(event) => setTexts({ ...texts, [key]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <form onSubmit={submit} noValidate className="max-w-xl space-y-5">
      {field("accountAgeDaysMin", "Days since joining")}
      {field("openMax", "Open requests of one member")}
      {field("pointsPerMonthMax", "Points of one member and month", "Empty: no limit")}
      <SwitchRow
        label="Confirmed contact"
        hint="An email address or phone number must be confirmed"
        isOn={isContactNeeded}
        onToggle={setIsContactNeeded}
      />
      <Button type="submit" isBusy={save.isPending}>
        Save rules
      </Button>
    </form>
  );
}
