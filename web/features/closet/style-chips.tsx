import { closetStyles } from "#contract/limits.ts";
import { Chip } from "#web/ui/chip.tsx";

/** The closet's five fixed filters. */
export function StyleChips({ selected, onSelect }: { selected: string; onSelect: (name: string) => void }) {
  return (
    <fieldset aria-label="Style" className="-mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-5">
      {closetStyles.map((name) => (
        <Chip key={name} isOn={selected === name} onClick={() => onSelect(name)}>
          {name}
        </Chip>
      ))}
    </fieldset>
  );
}
