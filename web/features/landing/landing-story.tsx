import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { OutfitCard } from "#contract/outfits.ts";
import { articleQueries } from "#web/data/articles.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { useNextEventLine } from "#web/data/next-event.ts";
import { HydratedSuspense } from "#web/ui/hydrated-suspense.tsx";
import { Icon } from "#web/ui/icons.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { features, further, sampleStats, steps } from "./landing-text.ts";
import { trendingMax, TrendingSamples } from "./trending-samples.tsx";

const styleSamples = 3;

/** The sections below the cover, loaded after it. */
export function LandingStory({ outfits }: { outfits: readonly OutfitCard[] | undefined }) {
  const trending = outfits?.toSorted((a, b) => b.likesCount - a.likesCount).slice(0, trendingMax);
  // The last ones, which the cover above does not show unless there are few.
  const others = outfits?.filter((outfit) => !trending?.includes(outfit)).slice(-1 - styleSamples) ?? [];
  return (
    <>
      <Stats />
      <HydratedSuspense>
        <Features outfit={others[0]} />
        <HowItWorks />
      </HydratedSuspense>
      <HydratedSuspense>
        <TrendingSamples outfits={trending} />
      </HydratedSuspense>
      <HydratedSuspense>
        <Further outfits={others.slice(1)} />
      </HydratedSuspense>
      <ClosingCall />
    </>
  );
}

function Section({ title, id, children }: { title: ReactNode; id: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="page-width pt-24 md:pt-36">
      <h2 id={id} className="font-display pb-8 text-headline md:pb-12">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Stats() {
  return (
    <section aria-label="Fash in figures" className="bg-ink text-paper dark:bg-surface dark:text-ink">
      <dl className="page-width grid grid-cols-2 gap-x-6 gap-y-10 py-16 md:grid-cols-4 md:py-24">
        {sampleStats.map(({ figure, label }) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="small-caps mt-3 opacity-70">{label}</dt>
            <dd className="font-poster text-[clamp(min(4rem,17vw),8.5vw,8.5rem)] leading-[0.85]">
              {figure}
              <span className="font-text align-[0.35em] text-[0.42em] font-light text-accent">+</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Features({ outfit }: { outfit: OutfitCard | undefined }) {
  return (
    <section aria-labelledby="features" className="page-width pt-24 md:grid md:grid-cols-12 md:gap-5 md:pt-36">
      <div className="hidden md:col-span-5 md:block">
        {outfit && (
          <div className="sticky top-24 overflow-hidden rounded-photo">
            <Picture picture={outfit.picture} alt={outfit.altText} sizes="40vw" />
          </div>
        )}
      </div>
      <div className="md:col-span-6 md:col-start-7">
        <h2 id="features" className="font-display pb-8 text-headline md:pb-16">
          Get dressed together
        </h2>
        <ul>
          {features.map(({ title, text }) => (
            <li key={title} className="border-t border-line py-6 md:py-10">
              <h3 className="font-display text-[clamp(1.75rem,3vw,2.75rem)] leading-tight">{title}</h3>
              <p className="mt-3 max-w-md text-lead text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function HowItWorks() {
  return (
    <Section id="how" title="How it works">
      <ol className="border-t border-line">
        {steps.map(({ title, text }, index) => (
          <li
            key={title}
            className="grid grid-cols-[min(4.5rem,20vw)_minmax(0,1fr)] items-center gap-x-4 border-b border-line py-8 md:grid-cols-[minmax(8rem,1fr)_2fr_2fr] md:py-10"
          >
            <span
              aria-hidden="true"
              className="font-poster text-[clamp(3.5rem,7vw,7rem)] leading-[0.8] text-accent italic"
            >
              {index + 1}
            </span>
            <h3 className="font-display text-title">{title}</h3>
            <p className="col-start-2 mt-2 max-w-md text-lead text-muted md:col-start-auto md:mt-0">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Further({ outfits }: { outfits: readonly OutfitCard[] }) {
  const lead = useQuery(articleQueries.lead()).data;
  const article = lead?.items[0];
  const nextEvent = useNextEventLine();
  return (
    <Section id="further" title="Explore more">
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 md:gap-5">
        {further.map(({ to, title, text }) => (
          <li key={title}>
            <Link
              to={to as string}
              className="group flex h-full min-h-44 flex-col justify-between rounded-photo border border-line bg-surface p-6 transition-colors duration-200 hover:border-ink hover:bg-ink hover:text-paper md:min-h-64 md:p-8"
            >
              <span className="mb-6 flex min-h-16 items-start justify-between">
                {to === "/articles" && article?.cover && (
                  <span className="w-24 overflow-hidden rounded-input md:w-40">
                    <Picture picture={article.cover} alt="" sizes="160px" className="aspect-4/3! object-cover" />
                  </span>
                )}
                {to === "/styles" && <StyleSamples outfits={outfits} />}
                <Icon
                  name="arrowOut"
                  size={28}
                  strokeWidth={1.25}
                  className="ml-auto shrink-0 transition-transform duration-200 ease-out group-hover:translate-x-1 group-hover:-translate-y-1"
                />
              </span>
              <span>
                <span className="font-poster block text-[clamp(min(3rem,13vw),6vw,5.5rem)] leading-none">{title}</span>
                <span className="mt-4 block text-muted transition-colors duration-200 group-hover:text-paper/70">
                  {(to === "/articles" && article && `${lead?.isFeatured ? "" : "New: "}${article.title}`) ||
                    (to === "/events" && nextEvent) ||
                    text}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The outfits, overlapping. */
function StyleSamples({ outfits }: { outfits: readonly OutfitCard[] }) {
  return (
    <span className="flex min-w-0">
      {outfits.map((outfit) => (
        <span key={outfit.id} className="-mr-3 w-16 overflow-hidden rounded-input border-2 border-surface md:w-24">
          <Picture picture={outfit.picture} alt="" sizes="96px" className="aspect-3/4! object-cover object-top" />
        </span>
      ))}
    </span>
  );
}

function ClosingCall() {
  return (
    <section aria-label="Join" className="page-width pt-28 pb-16 text-center md:pt-44 md:pb-24">
      <h2 className="font-poster text-poster">
        Your <em>turn.</em>
      </h2>
      <Link to="/auth" search={{ tab: "sign-up" }} className={`${buttonClass("primary", "large")} mt-10`}>
        Get Started
      </Link>
    </section>
  );
}
