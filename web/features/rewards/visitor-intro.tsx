import { Link } from "@tanstack/react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { GiftCardArt } from "./gift-card-art.tsx";

const fan = [
  { giftCardType: "Amazon", valueCents: 1_000, className: "-rotate-12 -translate-x-1/4 translate-y-3" },
  { giftCardType: "Apple", valueCents: 5_000, className: "rotate-12 translate-x-1/4 translate-y-3" },
  { giftCardType: "Nike", valueCents: 2_500, className: "" },
];

/** What the points are for, and the way in. */
export function VisitorIntro() {
  return (
    <section
      aria-labelledby="visitor-intro"
      className="grid grid-cols-[minmax(0,1fr)] items-center gap-8 overflow-hidden rounded-photo border border-line bg-surface p-6 md:grid-cols-2 md:p-12"
    >
      <div>
        <h2 id="visitor-intro" className="font-display text-headline">
          Turn points into gift cards
        </h2>
        <p className="mt-4 max-w-md text-lead text-muted">
          Post, like and comment to earn points. Sign in to see your balance and redeem it here.
        </p>
        <Link to="/auth" search={{ next: "/rewards" }} className={`${buttonClass("primary", "large")} mt-7`}>
          Sign in to redeem
        </Link>
      </div>
      <div aria-hidden="true" className="relative mx-auto aspect-[8/5] w-56 max-w-[70%] md:w-80">
        {fan.map(({ giftCardType, valueCents, className }) => (
          <GiftCardArt
            key={giftCardType}
            giftCardType={giftCardType}
            valueCents={valueCents}
            currency="USD"
            className={`absolute! inset-0 shadow-[0_1px_0_rgb(0_0_0/0.12)] ${className}`}
          />
        ))}
      </div>
    </section>
  );
}
