import type { CSSProperties, ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { StepIndicator } from "./step-indicator.tsx";
import type { OutfitForm } from "./use-outfit-form.ts";

interface PhotoColumnProps {
  form: OutfitForm;
  label: string;
  hasSuggestions: boolean;
  children: ReactNode;
}

/**
 * Suggestions and further photos may need more height than there is between the top bar and the dock; the photo leaves them some of
 * it. Before the page is scrolled, the column begins lower, so it ends with room for the dock. On phones the wrapper has no box.
 */
const scrollingStyle = {
  maxHeight: "calc(100dvh - 11.5rem)",
  paddingBottom: "6.5rem",
  overflowY: "auto",
  scrollbarWidth: "thin",
  // Fades where it goes on.
  maskImage: "linear-gradient(to top, transparent, black 2rem)",
  "--beside-photo": "27rem",
} as CSSProperties;

/** On phones the wrapper is `display: contents`, so that the steps stay in view along the whole form. */
export function PhotoColumn({ form, label, hasSuggestions, children }: PhotoColumnProps) {
  const hasMore = useWatch({ control: form.control, compute: ({ morePhotos }) => morePhotos.length > 0 });
  const isTall = hasMore || hasSuggestions;
  return (
    <div className="contents lg:sticky lg:top-20 lg:block lg:self-start" style={isTall ? scrollingStyle : undefined}>
      <div className="sticky top-14 z-10 -mx-4 bg-paper/95 px-4 py-2 backdrop-blur-lg md:top-16 md:-mx-6 md:px-6 lg:static lg:mx-0 lg:px-0">
        <StepIndicator form={form} />
      </div>
      <section id="upload" tabIndex={-1} aria-label={label} className="@container scroll-mt-16 pt-3 outline-none">
        {children}
      </section>
    </div>
  );
}
