import { Link } from "@tanstack/react-router";
import { buttonClass } from "#web/ui/button.tsx";

export function PublicPreview() {
  return (
    <output className="block border-b border-line bg-surface">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
        <p>
          <strong className="font-semibold">Public Preview Mode</strong>
          <span className="block text-fine text-muted">Viewing your profile as others see it</span>
        </p>
        <Link to="/me" search={{}} className={buttonClass("outline", "small")}>
          Exit Public View
        </Link>
      </div>
    </output>
  );
}
