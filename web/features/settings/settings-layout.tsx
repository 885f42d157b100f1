import { type ReactNode, useId } from "react";

interface SettingsGroupProps {
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}

/** One section of the settings: its name on the left, what it holds on the right; under each other on phones. */
export function SettingsGroup({ title, hint, children }: SettingsGroupProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-5 border-t border-line py-8 md:grid-cols-[14rem_minmax(0,1fr)] md:py-10 lg:grid-cols-[20rem_minmax(0,42rem)]"
    >
      <div>
        <h2 id={id} className="font-display text-title">
          {title}
        </h2>
        {hint !== undefined && <p className="mt-1 max-w-64 text-fine text-muted">{hint}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
