import { createFileRoute, Link } from "@tanstack/react-router";
import { limits } from "#contract/limits.ts";
import { enterFeed } from "#web/features/outfits/feed-place.ts";
import { OutfitFeed } from "#web/features/outfits/outfit-feed.tsx";
import { RelatedTags } from "#web/features/outfits/related-tags.tsx";
import { ShareButton } from "#web/features/outfits/share-button.tsx";
import { TermHeading } from "#web/features/search/term-heading.tsx";
import { readText } from "#web/lib/search-params.ts";
import { Page } from "#web/shell/page.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

export const Route = createFileRoute("/brand/$brand")({
  params: { parse: ({ brand }) => ({ brand: readText(brand, limits.brandCharsMax) ?? brand }) },
  loader: ({ context, params, location, cause }) =>
    enterFeed(context.queryClient, { brand: params.brand }, { entry: location.state.__TSR_key, cause }),
  component: BrandFeed,
});

function BrandFeed() {
  const { brand } = Route.useParams();
  const name = brand;
  return (
    <Page title={name}>
      <TermHeading
        kind="Brand"
        name={name}
        actions={<ShareButton title={`${name} on Fash`} className="border border-line hover:border-ink/40" />}
      />
      <RelatedTags filter={{ brand }} />
      <OutfitFeed
        filter={{ brand }}
        empty={
          <EmptyState
            title="No outfits found"
            action={
              <Link to="/explore" className={buttonClass("primary")}>
                Explore Outfits
              </Link>
            }
          >
            Nobody wears it here yet.
          </EmptyState>
        }
      />
    </Page>
  );
}
