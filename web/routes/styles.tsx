import { createFileRoute } from "@tanstack/react-router";
import { styleQueries } from "#web/data/styles.ts";
import { StyleGrid } from "#web/features/styles/style-grid.tsx";
import { Page, PageHeading } from "#web/shell/page.tsx";

export const Route = createFileRoute("/styles")({
  loader: ({ context }) => void context.queryClient.prefetchQuery(styleQueries.list()),
  component: Styles,
});

function Styles() {
  return (
    <Page title="Clothes Categories">
      <PageHeading>Clothes Categories</PageHeading>
      <StyleGrid />
    </Page>
  );
}
