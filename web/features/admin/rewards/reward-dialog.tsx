import { type ComponentProps, type FormEvent, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { AdminReward } from "#contract/reward-admin.ts";
import { useSaveReward } from "#web/data/admin-rewards.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { issueOf } from "#web/features/admin/parts/issue-of.ts";
import { Select } from "#web/features/admin/parts/select.tsx";

interface RewardDialogProps {
  /** Null: a new one. */
  reward: AdminReward | null;
  isServiceOn: boolean;
  onClose: () => void;
}

/** Adds or changes a reward. */
export function RewardDialog(props: RewardDialogProps) {
  return (
    <Dialog isOpen onClose={props.onClose} title={props.reward ? "Edit reward" : "Add reward"}>
      <RewardForm {...props} />
    </Dialog>
  );
}

const supplies = [
  { value: "manual", label: "Code typed at approval" },
  { value: "codes", label: "Imported codes" },
  { value: "service", label: "Gift card service" },
] as const;

const emptyTexts = {
  name: "",
  description: "",
  giftCardType: "",
  value: "",
  currency: "USD",
  pointsRequired: "",
  serviceProductId: "",
};
type Texts = typeof emptyTexts;

function toTexts(reward: AdminReward | null): Texts {
  if (!reward) return emptyTexts;
  const { name, description, giftCardType, currency } = reward;
  const value = (reward.valueCents / 100).toFixed(2);
  const serviceProductId = reward.serviceProductId ?? "";
  return {
    name,
    description,
    giftCardType,
    value,
    currency,
    serviceProductId,
    pointsRequired: `${reward.pointsRequired}`,
  };
}

/** The field of the contract that each field of the form fills. */
const paths: Partial<Record<keyof Texts, string>> = { value: "valueCents" };

function RewardForm({ reward, isServiceOn, onClose }: RewardDialogProps) {
  const [texts, setTexts] = useState(() => toTexts(reward));
  const [supply, setSupply] = useState<AdminReward["supply"]>(reward?.supply ?? "manual");
  const save = useSaveReward(reward);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { value, pointsRequired, serviceProductId, ...words } = texts;
    const numbers = { valueCents: Math.round(Number(value) * 100), pointsRequired: Number(pointsRequired) };
    const product = supply === "service" && serviceProductId !== "" ? serviceProductId : null;
    save.mutate({ ...words, ...numbers, supply, serviceProductId: product }, { onSuccess: onClose });
  };
  const field = (key: keyof Texts, label: string, input: ComponentProps<"input"> = {}) => (
    <Field label={label} isRequired={input.required ?? true} error={issueOf(save.error, paths[key] ?? key)}>
      {(control) => (
        <Input
          {...control}
          {...input}
          value={texts[key]}
          onChange={(event) => setTexts({ ...texts, [key]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      {field("name", "Name", { maxLength: limits.rewardNameCharsMax })}
      {field("description", "Description", { maxLength: limits.rewardDescriptionCharsMax, required: false })}
      <div className="grid gap-4 sm:grid-cols-2">
        {field("giftCardType", "Brand", { maxLength: limits.giftCardTypeCharsMax })}
        {field("pointsRequired", "Points", { inputMode: "numeric" })}
        {field("value", "Value", { inputMode: "decimal" })}
        {field("currency", "Currency", { maxLength: 3 })}
      </div>
      <Field label="Where codes come from">
        {(control) => (
          <Select
            {...control}
            label="Where codes come from"
            value={supply}
            options={supplies.filter(({ value }) => value !== "service" || isServiceOn || supply === "service")}
            onSelect={setSupply}
          />
        )}
      </Field>
      {supply === "service" && field("serviceProductId", "Product", { maxLength: limits.serviceProductIdCharsMax })}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isBusy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
