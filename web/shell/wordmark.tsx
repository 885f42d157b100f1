import clsx from "clsx";

/** The name as it is always set: the display face, a red full stop. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={clsx("font-display leading-none font-medium tracking-[-0.04em]", className)}>
      Fash<span className="text-accent">.</span>
    </span>
  );
}
