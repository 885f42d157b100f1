import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { Button } from "#web/ui/button.tsx";
import type { OutfitFields } from "./outfit-form.ts";
import { isSame, type OutfitForm } from "./use-outfit-form.ts";

interface RestoredNoteProps {
  form: OutfitForm;
  initial: OutfitFields;
  wasRestored: boolean;
  /** The outfit has changed since the draft. */
  wasDropped: boolean;
  onStartOver: () => void;
  /** The section below, which gets the focus of the button that disappears. */
  children: ReactNode;
}

/** After a reload: explains why the form is not empty, and offers to start over, or why the draft is not in it. */
export function RestoredNote(props: RestoredNoteProps) {
  const { form, initial, wasRestored, wasDropped, onStartOver, children } = props;
  const isUntouched = useWatch({ control: form.control, compute: (fields) => isSame(fields, initial) });
  const kept = useRestoredFocus();
  return (
    <div {...kept} className="outline-none">
      {wasDropped && (
        <p className="mt-6 rounded-input border border-line px-4 py-3 text-fine lg:mt-0 lg:mb-6">
          This outfit has changed since, so your draft was dropped.
        </p>
      )}
      {wasRestored && !isUntouched && (
        <div className="mt-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-input border border-line px-4 py-2 lg:mt-0 lg:mb-6">
          <p className="text-fine">We saved your draft.</p>
          <Button
            look="quiet"
            size="small"
            className="-mr-3"
            disabled={form.formState.isSubmitting}
            onClick={onStartOver}
          >
            Start over
          </Button>
        </div>
      )}
      {children}
    </div>
  );
}
