import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, useRouter } from "@tanstack/react-router";
import { limits } from "#contract/limits.ts";
import { eventQueries, useAddEventOutfit } from "#web/data/events.ts";
import { meQuery } from "#web/data/me.ts";
import { usePostOutfit } from "#web/data/outfit-editing.ts";
import { styleQueries } from "#web/data/styles.ts";
import type { SharedPhotos } from "#web/data/use-shared-photos.ts";
import { EditorSkeleton } from "#web/features/outfit-editor/editor-skeleton.tsx";
import { OutfitEditor } from "#web/features/outfit-editor/outfit-editor.tsx";
import { emptyOutfit, toNewOutfit } from "#web/features/outfit-editor/outfit-form.ts";
import { readUuid } from "#web/lib/search-params.ts";
import { Page } from "#web/shell/page.tsx";
import { requireSession } from "#web/shell/require-session.ts";

export interface AddOutfitSearch {
  /** The event that the outfit is for, as its page links here. */
  event?: string | undefined;
  shared?: SharedPhotos | undefined;
}

export const Route = createFileRoute("/add-outfit")({
  beforeLoad: requireSession,
  validateSearch: (search: Record<string, unknown>): AddOutfitSearch => ({
    event: readUuid(search["event"]),
    shared: search["shared"] === "photo" || search["shared"] === "lost" ? search["shared"] : undefined,
  }),
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(meQuery), queryClient.ensureQueryData(styleQueries.list())]),
  pendingComponent: LoadingEditor,
  component: AddOutfit,
});

function AddOutfit() {
  const { userId } = Route.useRouteContext();
  const { data: styles } = useSuspenseQuery(styleQueries.list());
  const { data: me } = useSuspenseQuery(meQuery);
  const post = usePostOutfit();
  const router = useRouter();
  const { event: eventId, shared } = Route.useSearch();
  const event = useQuery({ ...eventQueries.detail(eventId ?? ""), enabled: eventId !== undefined }).data;
  const addToEvent = useAddEventOutfit();
  return (
    <Page title="Upload Outfit">
      <OutfitEditor
        draftKey={{ userId, outfitId: null, basedOn: null }}
        initial={emptyOutfit}
        styles={styles}
        author={me}
        shared={shared}
        heading="Upload Outfit"
        sections={["Upload", "Details", "Clothing Items"]}
        submitLabel="Post Outfit"
        incompleteHint="Please upload an image, add a title, and select a style to continue"
        note={[event && `Shown under “${event.title}”.`, `Your post earns ${limits.postOutfitPoints} points.`]
          .filter(Boolean)
          .join(" ")}
        onSubmit={async (fields) => {
          const posted = await post.mutateAsync(toNewOutfit(fields));
          // A failure says so itself; the outfit is posted either way.
          if (eventId) await addToEvent.mutateAsync({ eventId, outfitId: posted.outfit.id }).catch(() => null);
          return posted;
        }}
        onDone={() =>
          void (eventId
            ? router.navigate({ to: "/events/$eventId", params: { eventId } })
            : router.navigate({ to: "/me" }))
        }
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
