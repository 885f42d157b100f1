import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#contract/limits.ts";
import { enterFeed } from "#web/features/outfits/feed-scroll-restoration.ts";
import { readText } from "#web/lib/search-params.ts";
import { TermFeed } from "#web/screens/term/term-feed.tsx";

export const Route = createFileRoute("/tag/$tag")({
  params: { parse: ({ tag }) => ({ tag: readText(tag, limits.tagCharsMax) ?? tag }) },
  loader: ({ context, params, location, cause }) =>
    enterFeed(context.queryClient, { tag: params.tag }, { entry: location.state.__TSR_key, cause }),
  component: TagFeed,
});

function TagFeed() {
  const { tag } = Route.useParams();
  return <TermFeed kind="Tag" name={`#${tag}`} filter={{ tag }} emptyText="No outfits with this tag yet." />;
}
