import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, Link, useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import { meQuery } from "#web/api/me.ts";
import { EditorSkeleton } from "#web/features/outfit-editor/editor-skeleton.tsx";
import { outfitEditorQueries, useUpdateOutfit } from "#web/features/outfit-editor/outfit-editor.queries.ts";
import { OutfitEditor } from "#web/features/outfit-editor/outfit-editor.tsx";
import { toFields } from "#web/features/outfit-editor/outfit-form.ts";
import { styleQueries } from "#web/features/styles/styles.queries.ts";
import { Page } from "#web/shell/page.tsx";
import { requireSession } from "#web/shell/require-session.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

export const Route = createFileRoute("/edit-outfit/$outfitId")({
  beforeLoad: requireSession,
  loader: async ({ context: { queryClient }, params: { outfitId } }) => {
    await Promise.all([
      queryClient.ensureQueryData(meQuery),
      queryClient.ensureQueryData(styleQueries.list()),
      queryClient.fetchQuery(outfitEditorQueries.outfit(outfitId)),
    ]);
  },
  pendingComponent: LoadingOutfit,
  component: EditOutfit,
});

function EditOutfit() {
  const { outfitId } = Route.useParams();
  const { userId } = Route.useRouteContext();
  const { data: outfit } = useSuspenseQuery(outfitEditorQueries.outfit(outfitId));
  const { data: styles } = useSuspenseQuery(styleQueries.list());
  const { data: me } = useSuspenseQuery(meQuery);
  const initial = useMemo(() => toFields(outfit), [outfit]);
  const update = useUpdateOutfit(outfitId);
  const router = useRouter();
  if (outfit.author.id !== userId) return <NotYours outfitId={outfitId} />;
  return (
    <Page title="Edit Outfit">
      <OutfitEditor
        key={outfit.updatedAt}
        draftKey={{ userId, outfitId, basedOn: outfit.updatedAt }}
        initial={initial}
        original={initial}
        styles={styles}
        author={me}
        heading="Edit Outfit"
        sections={["Photo", "Details", "Items"]}
        submitLabel="Update Outfit"
        incompleteHint="Please complete all required fields"
        onSubmit={update.mutateAsync}
        onDone={() => void router.navigate({ to: "/outfit/$outfitId", params: { outfitId } })}
      />
    </Page>
  );
}

function LoadingOutfit() {
  return (
    <Page title="Edit Outfit">
      <EditorSkeleton />
    </Page>
  );
}

function NotYours({ outfitId }: { outfitId: string }) {
  return (
    <Page title="Edit Outfit">
      <EmptyState
        title="You don't have permission to edit this outfit"
        art="page"
        action={
          <Link to="/outfit/$outfitId" params={{ outfitId }} className={buttonClass("outline")}>
            View the outfit
          </Link>
        }
      />
    </Page>
  );
}
