import { Plus } from "lucide-react";
import { useContext, useRef } from "react";
import { limits } from "#contract/limits.ts";
import { announce } from "#web/lib/announce.ts";
import { Button } from "#web/ui/button.tsx";
import { ItemCard } from "./item-card.tsx";
import { ItemHelpContext } from "./item-help.ts";
import { emptyItem } from "./outfit-form.ts";
import type { OutfitForm } from "./use-outfit-form.ts";
import type { ItemList } from "./use-suggestions.ts";

export function ItemsField({ form, list }: { form: OutfitForm; list: ItemList }) {
  const { fields, append, remove } = list;
  const { keepDismissed } = useContext(ItemHelpContext);
  const addButton = useRef<HTMLButtonElement>(null);
  const isFull = fields.length >= limits.itemsMax;
  const removeCard = (index: number) => {
    keepDismissed(index);
    remove(index);
    announce(`Item ${index + 1} removed`);
    addButton.current?.focus();
  };
  return (
    <div className="flex flex-col gap-4">
      {fields.map((card, index) => (
        <ItemCard
          key={card.id}
          form={form}
          index={index}
          onRemove={fields.length > 1 ? () => removeCard(index) : undefined}
        />
      ))}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          ref={addButton}
          look="outline"
          className="py-2 whitespace-normal!"
          // `disabled` could not take the focus of the button that makes room.
          aria-disabled={isFull || undefined}
          onClick={isFull ? undefined : () => append(emptyItem, { focusName: `items.${fields.length}.category` })}
        >
          <Plus aria-hidden="true" className="shrink-0" size={18} strokeWidth={1.5} />
          Add Another Item
        </Button>
        {isFull && <p className="text-fine text-muted">Maximum 10 items allowed</p>}
      </div>
    </div>
  );
}
