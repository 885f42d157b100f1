import type { ReactNode } from "react";
import { siteName } from "#web/lib/site-name.ts";
import { useTitle } from "#web/lib/use-title.ts";

/** A page's title, what it is about, and its actions. */
export function AdminHeading({ title, hint, actions }: { title: string; hint?: string; actions?: ReactNode }) {
  useTitle(`${title} · Admin · ${siteName()}`);
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="font-display text-title">{title}</h1>
        {hint !== undefined && <p className="mt-1 text-fine text-muted">{hint}</p>}
      </div>
      {actions}
    </div>
  );
}
