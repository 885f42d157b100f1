import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { meQuery } from "#web/data/me.ts";
import { editedOutfitQuery, useUpdateOutfit } from "#web/data/outfit-editing.ts";
import { styleQueries } from "#web/data/styles.ts";
import { BackToOutfit } from "#web/features/outfit-editor/back-to-outfit.tsx";
import { EditorSkeleton } from "#web/features/outfit-editor/editor-skeleton.tsx";
import { OutfitEditor } from "#web/features/outfit-editor/outfit-editor.tsx";
import { toFields, toOutfitUpdate } from "#web/features/outfit-editor/outfit-form.ts";
import { EditFailure } from "#web/screens/edit-outfit/edit-failure.tsx";
import { NotYours } from "#web/screens/edit-outfit/not-yours.tsx";
import { Page } from "#web/shell/page.tsx";
import { requireSession } from "#web/shell/require-session.ts";

export const Route = createFileRoute("/edit-outfit/$outfitId")({
  beforeLoad: requireSession,
  // A form that begins with the copy of an earlier visit would be replaced under the member's hands, as would one whose outfit
  // is loaded again for a link within the page, such as 'Skip to content'.
  gcTime: 0,
  staleTime: Infinity,
  preload: false,
  loader: async ({ context: { queryClient }, params: { outfitId } }) => {
    await Promise.all([
      queryClient.ensureQueryData(meQuery),
      queryClient.ensureQueryData(styleQueries.list()),
      queryClient.fetchQuery({ ...editedOutfitQuery(outfitId), staleTime: 0 }),
    ]);
  },
  pendingComponent: LoadingOutfit,
  errorComponent: EditFailure,
  component: EditOutfit,
});

function EditOutfit() {
  const { outfitId } = Route.useParams();
  const { userId } = Route.useRouteContext();
  const { data: outfit } = useSuspenseQuery(editedOutfitQuery(outfitId));
  const { data: styles } = useSuspenseQuery(styleQueries.list());
  const { data: me } = useSuspenseQuery(meQuery);
  const initial = useMemo(() => toFields(outfit), [outfit]);
  const update = useUpdateOutfit(outfitId);
  const navigate = useNavigate();
  if (outfit.author.id !== userId) return <NotYours outfitId={outfitId} />;
  return (
    <Page title="Edit Outfit" width="bleed">
      <BackToOutfit outfitId={outfitId} />
      <div className="page-width">
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
          onSubmit={(fields) => update.mutateAsync(toOutfitUpdate(fields))}
          onDone={() => void navigate({ to: "/outfit/$outfitId", params: { outfitId } })}
        />
      </div>
    </Page>
  );
}

/** The bar is part of the screen: of a member's frame the screen alone stays while the app is rendered. */
function LoadingOutfit() {
  return (
    <Page title="Edit Outfit" width="bleed">
      <BackToOutfit />
      <div className="page-width">
        <EditorSkeleton />
      </div>
    </Page>
  );
}
