import type { ReactNode } from "react";

interface EmptyStateProps {
  /** The main sentence. */
  title: string;
  children?: ReactNode;
  /** A link or button to continue with. */
  action?: ReactNode;
  /** The drawing: clothes or a page. */
  art?: "rail" | "page";
}

export function EmptyState({ title, children, action, art = "rail" }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-6 text-center md:py-10">
      {art === "rail" ? <EmptyRail /> : <EmptyPage />}
      <h2 className="font-display mt-5 text-title">{title}</h2>
      {children !== undefined && <p className="mt-2 text-muted">{children}</p>}
      {action !== undefined && <div className="mt-6">{action}</div>}
    </div>
  );
}

/** A clothes rail with empty hangers, one of them red. */
function EmptyRail() {
  return (
    <svg
      width="200"
      height="124"
      viewBox="0 0 200 124"
      fill="none"
      aria-hidden="true"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="h-20 w-auto text-ink md:h-24"
    >
      <path d="M6 18h188M22 18v102M178 18v102M12 120h20M168 120h20" stroke="currentColor" />
      <Hanger x={62} turn={-4} />
      <Hanger x={102} turn={3} stroke="var(--accent)" />
      <Hanger x={136} turn={-2} />
    </svg>
  );
}

function Hanger({ x, turn, stroke = "currentColor" }: { x: number; turn: number; stroke?: string }) {
  return (
    <path
      d="M0 0a5 5 0 1 1 5 5c-3 1-5 3-5 7v2l-25 17c-4 3-2 8 3 8h44c5 0 7-5 3-8L0 14"
      transform={`translate(${x} 18) rotate(${turn}) scale(0.92)`}
      stroke={stroke}
      fill="var(--paper)"
      fillOpacity="0.8"
    />
  );
}

/** A blank sheet with a red thread. */
function EmptyPage() {
  return (
    <svg
      width="150"
      height="124"
      viewBox="0 0 150 124"
      fill="none"
      aria-hidden="true"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="h-20 w-auto text-ink md:h-24"
    >
      <path d="M38 8h58l18 18v90H38z" stroke="currentColor" />
      <path d="M96 8v18h18" stroke="currentColor" />
      <path d="M54 44h40M54 58h30" stroke="currentColor" strokeOpacity="0.3" />
      <path d="M8 96c22-26 34 18 54-2s12-34 28-18-8 30 14 26 16-20 38-14" stroke="var(--accent)" />
    </svg>
  );
}
