import clsx from "clsx";
import { ArrowUpRight, Trash2 } from "lucide-react";
import { type ComponentProps, type ReactNode, useContext } from "react";
import { useController, useWatch } from "react-hook-form";
import { itemCategories } from "#contract/limits.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { Button } from "#web/ui/button.tsx";
import { chipClass } from "#web/ui/chip.tsx";
import { Field } from "#web/ui/field.tsx";
import { iconButtonClass } from "#web/ui/icon-button.tsx";
import { Input } from "#web/ui/input.tsx";
import { ItemHelpContext } from "./item-help.ts";
import { SpotField } from "./spot-field.tsx";
import { emptyItem, isEmptyItem, type ItemFields, openableUrl } from "./outfit-form.ts";
import type { OutfitForm } from "./use-outfit-form.ts";

// A removed card renders once more without its value.
const isEmptyCard = (item: ItemFields | undefined) => item === undefined || isEmptyItem(item);
const toOpenUrl = (text: string | undefined) => (text === undefined ? null : openableUrl(text));

interface ItemCardProps {
  form: OutfitForm;
  index: number;
  /** Given while there is more than one card. */
  onRemove?: (() => void) | undefined;
}

export function ItemCard({ form, index, onRemove }: ItemCardProps) {
  const { brands, outline, keepDismissed } = useContext(ItemHelpContext);
  const isEmpty = useWatch({ control: form.control, name: `items.${index}`, compute: isEmptyCard });
  const clear = () => {
    keepDismissed(index);
    form.setValue(`items.${index}`, emptyItem, { shouldValidate: true });
  };
  const kept = useRestoredFocus();
  const show = () => outline(form.getValues(`items.${index}`));
  const hide = () => outline(null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only outlines on the photo what the fields are about
    <fieldset
      aria-label={`Item ${index + 1}`}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      className="min-w-0 rounded-photo border border-line bg-surface p-4 pt-2 md:p-6 md:pt-3"
    >
      <div {...kept} className="mb-2 flex min-h-11 flex-wrap items-center justify-between outline-none">
        <h3 className="font-semibold tabular-nums">
          Item {index + 1}
          <DetectedMark form={form} index={index} />
        </h3>
        <CardButton index={index} onRemove={onRemove} onClear={isEmpty ? undefined : clear} />
      </div>
      <div className="flex flex-col gap-5">
        <CategoryChoice form={form} index={index} />
        <div className="grid gap-5 md:grid-cols-2">
          <ItemInput
            form={form}
            index={index}
            field="brand"
            label="Brand"
            placeholder="Halden"
            list={`brands-${index}`}
          />
          <BrandOptions id={`brands-${index}`} brands={brands} />
          <ItemInput form={form} index={index} field="productName" label="Product name" placeholder="Corduroy jacket" />
        </div>
        <ItemInput
          form={form}
          index={index}
          field="productUrl"
          label="Product URL"
          aside="Optional"
          placeholder="https://"
          inputMode="url"
          autoCapitalize="none"
          spellCheck="false"
          control={<ProductLink form={form} index={index} />}
        />
        <SpotField form={form} index={index} />
      </div>
    </fieldset>
  );
}

function DetectedMark({ form, index }: Pick<ItemCardProps, "form" | "index">) {
  const { isSuggested } = useContext(ItemHelpContext);
  const item = useWatch({ control: form.control, name: `items.${index}` }) as ItemFields | undefined;
  if (item === undefined || !isSuggested(item)) return null;
  return <span className="ml-2 text-fine font-medium text-muted">AI Detected</span>;
}

interface CardButtonProps {
  index: number;
  onRemove: (() => void) | undefined;
  onClear: (() => void) | undefined;
}

function CardButton({ index, onRemove, onClear }: CardButtonProps) {
  if (onRemove)
    return (
      <Button look="quiet" size="small" className="-mr-3" aria-label={`Remove item ${index + 1}`} onClick={onRemove}>
        <Trash2 aria-hidden="true" size={16} strokeWidth={1.5} />
        Remove
      </Button>
    );
  if (!onClear) return null;
  return (
    <Button look="quiet" size="small" className="-mr-3" onClick={onClear}>
      Clear
    </Button>
  );
}

/** The member's earlier brands, which the browser offers while one is typed. */
function BrandOptions({ id, brands }: { id: string; brands: readonly string[] }) {
  return (
    <datalist id={id}>
      {brands.map((brand) => (
        <option key={brand}>{brand}</option>
      ))}
    </datalist>
  );
}

interface ItemInputProps extends Omit<ComponentProps<"input">, "form"> {
  form: OutfitForm;
  index: number;
  field: "brand" | "productName" | "productUrl";
  label: string;
  aside?: string;
  /** Inside the box on the right. */
  control?: ReactNode;
}

function ItemInput({ form, index, field, label, aside, control, ...input }: ItemInputProps) {
  const fieldError = form.formState.errors.items?.[index]?.[field]?.message;
  return (
    <Field label={label} aside={aside} error={fieldError}>
      {(attributes) => (
        <div className="relative">
          <Input
            autoComplete="off"
            {...attributes}
            {...input}
            {...form.register(`items.${index}.${field}`)}
            className={clsx(control !== undefined && "pr-13")}
            // Enter would submit the form too early.
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          />
          {control}
        </div>
      )}
    </Field>
  );
}

function ProductLink({ form, index }: { form: OutfitForm; index: number }) {
  const url = useWatch({ control: form.control, name: `items.${index}.productUrl`, compute: toOpenUrl });
  if (url === null) return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer ugc"
      aria-label={`Open the link of item ${index + 1} in a new tab`}
      className={clsx(iconButtonClass, "absolute! inset-y-0.5 right-0.5")}
    >
      <ArrowUpRight aria-hidden="true" size={20} strokeWidth={1.5} />
    </a>
  );
}

function CategoryChoice({ form, index }: { form: OutfitForm; index: number }) {
  const { field, fieldState } = useController({ control: form.control, name: `items.${index}.category` });
  const errorId = `item-${index}-category-error`;
  return (
    <fieldset aria-describedby={errorId}>
      <legend className="mb-2 text-fine font-semibold">Category</legend>
      <div className="flex flex-wrap gap-2">
        {itemCategories.map((category, position) => {
          const isChosen = field.value === category;
          return (
            <label
              key={category}
              className={clsx(
                chipClass(isChosen),
                "relative has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink",
              )}
            >
              <input
                type="radio"
                name={`item-${index}-category`}
                ref={position === 0 ? field.ref : undefined}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
                checked={isChosen}
                onChange={() => field.onChange(category)}
                onBlur={field.onBlur}
              />
              {category}
            </label>
          );
        })}
      </div>
      <p id={errorId} role="alert" className="mt-1.5 text-fine text-danger empty:hidden">
        {fieldState.error?.message}
      </p>
    </fieldset>
  );
}
