import clsx from "clsx";

/** The logo: the name in the display face with a red full stop. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={clsx("font-display leading-none tracking-[-0.04em] [-webkit-text-stroke:0.014em]", className)}>
      Fash<span className="text-accent">.</span>
    </span>
  );
}
