import type { ReactNode } from "react";

const style = { minHeight: "60dvh", paddingTop: "max(2rem, 22dvh - 4rem)" };

/** What stands in place of a screen below its bar, an `ErrorState` or `EmptyState`: at the same height on every one. */
export function ScreenState({ children }: { children: ReactNode }) {
  return (
    <div style={style} className="*:pt-0!">
      {children}
    </div>
  );
}
