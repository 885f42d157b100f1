import clsx from "clsx";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { countMissingBrands } from "./suggestions.ts";
import type { OutfitDetection } from "./use-detection.ts";
import type { OutfitForm } from "./use-outfit-form.ts";

interface BrandHintProps {
  form: OutfitForm;
  detection: OutfitDetection;
  className: string;
}

/** Says before posting that the brands of detected items are left to the member. */
export function BrandHint({ form, detection: { suggestions }, className }: BrandHintProps) {
  const items = useWatch({ control: form.control, name: "items" });
  const count = countMissingBrands(suggestions, items);
  // The line stays while the last brand is typed, or the fields would move under the cursor.
  const [wasMissing, setWasMissing] = useState(count > 0);
  if (count > 0 && !wasMissing) setWasMissing(true);
  if (!wasMissing || suggestions.length === 0) return null;
  return <p className={clsx("text-fine", className)}>{describe(count)}</p>;
}

function describe(count: number): string {
  if (count === 0) return "Every detected item has a brand.";
  const need = count === 1 ? "1 detected item needs a brand" : `${count} detected items need a brand`;
  return `${need}. A photo can't tell it, so please fill it in.`;
}
