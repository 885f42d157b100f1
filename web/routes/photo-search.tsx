import { createFileRoute } from "@tanstack/react-router";
import { PhotoSearchPage } from "#web/screens/photo-search/photo-search-page.tsx";
import { Page, PageHeading } from "#web/shell/page.tsx";

export const Route = createFileRoute("/photo-search")({
  // The place of what is searched for in the list of the photo's clothes.
  validateSearch: ({ part }: Record<string, unknown>): { part?: number | undefined } => ({
    part: typeof part === "number" && Number.isInteger(part) && part > 0 ? part : undefined,
  }),
  component: PhotoSearch,
});

function PhotoSearch() {
  const { part = 0 } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page title="Search by photo">
      <PageHeading>Search by photo</PageHeading>
      <PhotoSearchPage
        part={part}
        onPart={(next) =>
          void navigate({
            search: next === 0 ? {} : { part: next },
            replace: true,
            resetScroll: false,
            viewTransition: false,
          })
        }
      />
    </Page>
  );
}
