import { Input } from "#web/ui/input.tsx";

interface DateInputProps {
  label: string;
  value: string | undefined;
  /** An empty text takes the date away. */
  onSelect: (date: string) => void;
}

/** A date in a toolbar. Its label is visible: an empty field only shows how to write a date. */
export function DateInput({ label, value = "", onSelect }: DateInputProps) {
  return (
    <label className="flex max-w-full flex-wrap items-center gap-x-2 text-fine text-muted">
      {label}
      <Input
        type="date"
        value={value}
        onChange={(event) => onSelect(event.target.value)}
        className="min-h-11! w-full! md:w-40!"
      />
    </label>
  );
}
