import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#contract/limits.ts";
import { enterFeed } from "#web/features/outfits/feed-scroll-restoration.ts";
import { readText } from "#web/lib/search-params.ts";
import { TermFeed } from "#web/screens/term/term-feed.tsx";

export const Route = createFileRoute("/brand/$brand")({
  params: { parse: ({ brand }) => ({ brand: readText(brand, limits.brandCharsMax) ?? brand }) },
  loader: ({ context, params, location, cause }) =>
    enterFeed(context.queryClient, { brand: params.brand }, { entry: location.state.__TSR_key, cause }),
  component: BrandFeed,
});

function BrandFeed() {
  const { brand } = Route.useParams();
  return <TermFeed kind="Brand" name={brand} filter={{ brand }} emptyText="No outfits from this brand yet." />;
}
