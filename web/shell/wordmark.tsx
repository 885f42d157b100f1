import clsx from "clsx";

/** The name as it is always set: the display face, a little stronger, a red full stop. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={clsx("font-display leading-none tracking-[-0.04em] [-webkit-text-stroke:0.014em]", className)}>
      Fash<span className="text-accent">.</span>
    </span>
  );
}
