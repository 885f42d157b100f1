import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, useRouter } from "@tanstack/react-router";
import { limits } from "#contract/limits.ts";
import { meQuery } from "#web/api/me.ts";
import { EditorSkeleton } from "#web/features/outfit-editor/editor-skeleton.tsx";
import { usePostOutfit } from "#web/features/outfit-editor/outfit-editor.queries.ts";
import { OutfitEditor } from "#web/features/outfit-editor/outfit-editor.tsx";
import { emptyOutfit } from "#web/features/outfit-editor/outfit-form.ts";
import { styleQueries } from "#web/features/styles/styles.queries.ts";
import { Page } from "#web/shell/page.tsx";
import { requireSession } from "#web/shell/require-session.ts";

export const Route = createFileRoute("/add-outfit")({
  beforeLoad: requireSession,
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([queryClient.ensureQueryData(meQuery), queryClient.ensureQueryData(styleQueries.list())]);
  },
  pendingComponent: LoadingEditor,
  component: AddOutfit,
});

function AddOutfit() {
  const { userId } = Route.useRouteContext();
  const { data: styles } = useSuspenseQuery(styleQueries.list());
  const { data: me } = useSuspenseQuery(meQuery);
  const post = usePostOutfit();
  const router = useRouter();
  return (
    <Page title="Upload Outfit">
      <OutfitEditor
        draftKey={{ userId, outfitId: null, basedOn: null }}
        initial={emptyOutfit}
        styles={styles}
        author={me}
        heading="Upload Outfit"
        sections={["Upload", "Details", "Clothing Items"]}
        submitLabel="Post Outfit"
        incompleteHint="Please upload an image, add a title, and select a style to continue"
        note={`Your post earns ${limits.postOutfitPoints} points.`}
        onSubmit={post.mutateAsync}
        onDone={() => void router.navigate({ to: "/me" })}
      />
    </Page>
  );
}

function LoadingEditor() {
  return (
    <Page title="Upload Outfit">
      <EditorSkeleton />
    </Page>
  );
}
