import type { ReactNode } from "react";
import { chipClass } from "#web/ui/chip.tsx";

/** The id of a section, which links lead to. */
const idOf = (title: string): string => title.toLowerCase().replaceAll(" ", "-");

/** Links to the sections of the page. */
export function SettingsIndex({ titles }: { titles: readonly string[] }) {
  return (
    <nav aria-label="Sections" className="-mx-4 overflow-x-auto px-4 pb-6 [scrollbar-width:none] md:mx-0 md:px-0">
      <ul className="flex gap-2 md:flex-wrap">
        {titles.map((title) => (
          <li key={title}>
            <a href={`#${idOf(title)}`} className={chipClass()}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface SettingsGroupProps {
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}

/** One section of the settings: its name on the left, what it holds on the right; under each other on phones. */
export function SettingsGroup({ title, hint, children }: SettingsGroupProps) {
  const id = idOf(title);
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid gap-x-10 gap-y-5 border-t border-line py-8 md:grid-cols-[14rem_minmax(0,1fr)] md:py-10 lg:grid-cols-[20rem_minmax(0,42rem)]"
    >
      <div>
        <h2 id={`${id}-title`} className="font-display text-title">
          {title}
        </h2>
        {hint !== undefined && <p className="mt-1 max-w-64 text-fine text-muted">{hint}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
