import { createFileRoute } from "@tanstack/react-router";
import { ContentPage } from "#web/features/admin/content/content-page.tsx";
import { readTexts } from "#web/lib/search-params.ts";

export const Route = createFileRoute("/admin/content")({
  validateSearch: readTexts("tab", "search", "state"),
  component: Content,
});

function Content() {
  const { tab, ...filter } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ContentPage
      tab={tab}
      onTab={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
      filter={filter}
      onFilter={(change) =>
        void navigate({ search: (last) => ({ ...last, ...change }), replace: true, resetScroll: false })
      }
    />
  );
}
