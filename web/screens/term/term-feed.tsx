import { Link } from "@tanstack/react-router";
import { OutfitFeed } from "#web/features/outfits/outfit-feed.tsx";
import { RelatedTags } from "#web/features/outfits/related-tags.tsx";
import { ShareButton } from "#web/features/outfits/share-button.tsx";
import { TermHeading } from "#web/features/search/term-heading.tsx";
import { Page } from "#web/shell/page.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { siteName } from "#web/lib/site-name.ts";

interface TermFeedProps {
  kind: "Tag" | "Brand";
  name: string;
  filter: { tag: string } | { brand: string };
  /** The text if there is no outfit. */
  emptyText: string;
}

/** The outfits with one tag or brand, newest first. */
export function TermFeed({ kind, name, filter, emptyText }: TermFeedProps) {
  return (
    <Page title={`${name} outfits`}>
      <TermHeading
        kind={kind}
        name={name}
        actions={<ShareButton title={`${name} on ${siteName()}`} className="border border-line hover:border-ink/40" />}
      />
      <RelatedTags filter={filter} />
      <OutfitFeed
        filter={filter}
        empty={
          <EmptyState
            title="No outfits found"
            action={
              <Link to="/explore" className={buttonClass("ink")}>
                Explore Outfits
              </Link>
            }
          >
            {emptyText}
          </EmptyState>
        }
      />
    </Page>
  );
}
