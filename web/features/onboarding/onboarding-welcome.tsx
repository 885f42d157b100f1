import { Link } from "@tanstack/react-router";
import { useCoversOf } from "#web/data/covers.ts";
import { Page } from "#web/shell/page.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Picture } from "#web/ui/picture.tsx";

/** For one who opens Fash for the first time. */
export function OnboardingWelcome() {
  const looks = useCoversOf("onboarding", 7);
  return (
    <Page title="Welcome" width="bleed" hasNav={false} className="overflow-hidden">
      <div className="page-width flex min-h-dvh flex-col justify-between gap-10 pt-6 pb-[calc(1.5rem+env(safe-area-inset-bottom))] md:gap-6 md:py-10">
        <div>
          <p className="small-caps text-muted">Welcome to Fash</p>
          <h1 className="mt-4 font-poster text-poster">
            Dress like
            <br />
            <span className="pl-[0.8em] italic">yourself.</span>
          </h1>
        </div>
        <ul aria-label="Worn by members" className="-mx-4 flex items-end gap-3 overflow-hidden px-4 md:gap-4">
          {looks.map((outfit, index) => (
            <li
              key={outfit.id}
              className="w-[38vw] max-w-60 shrink-0 md:w-[17vh] animate-[appear_600ms_var(--ease-out)_both] lg:shrink"
              style={{
                animationDelay: `${index * 80}ms`,
                paddingBottom: `${[0, 2.5, 1, 3.5, 0.5, 2, 0][index] ?? 0}rem`,
              }}
            >
              <Picture
                picture={outfit.picture}
                alt={outfit.altText}
                sizes="(width < 48rem) 38vw, 240px"
                isUrgent={index < 3}
                className="rounded-photo"
              />
            </li>
          ))}
        </ul>
        <div className="flex flex-col items-start gap-5 md:flex-row md:items-center md:justify-between">
          <p className="max-w-md text-lead text-muted">
            Post what you wear, piece by piece. Find people whose wardrobe you would borrow. Keep every look in your
            closet.
          </p>
          <Link
            to="/auth"
            search={{ tab: "sign-up" }}
            className={`${buttonClass("primary", "large")} w-full md:w-auto`}
          >
            GET STARTED
          </Link>
        </div>
      </div>
    </Page>
  );
}
