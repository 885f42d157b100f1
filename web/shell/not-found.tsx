import { Link } from "@tanstack/react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { Page } from "./page.tsx";

export function NotFound() {
  return (
    <Page title="Page not found">
      <div className="grid min-h-[70dvh] place-items-center text-center">
        <div>
          <p
            aria-hidden="true"
            style={{ fontSize: "clamp(min(9rem, 37vw), 32vw, 24rem)" }}
            className="font-poster leading-[0.8] tracking-tighter"
          >
            4<span className="text-accent italic">0</span>4
          </p>
          <h1 className="font-display mt-8 text-headline">Oops! Page not found</h1>
          <p className="mt-3 text-muted">This page doesn't exist or has moved.</p>
          <Link to="/" className={`${buttonClass("ink", "large")} mt-8`}>
            Return to Home
          </Link>
        </div>
      </div>
    </Page>
  );
}
