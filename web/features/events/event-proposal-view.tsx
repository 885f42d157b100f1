import type { EventProposal } from "#contract/events.ts";
import { Picture } from "#web/ui/picture.tsx";

/** What a member wants a published event to say, for themselves and admins; readers see the former words and cover. */
export function EventProposalView({ proposal }: { proposal: EventProposal }) {
  const { title, description, cover, writtenCoverAlt, isWaiting } = proposal;
  return (
    <section aria-label="Proposed changes" className="border-l-2 border-accent pl-3">
      <p className="font-medium">
        {isWaiting
          ? "These changes are in review. Until then everyone sees the event as it was."
          : "These changes were sent back. Everyone sees the event as it was."}
      </p>
      <p dir="auto" className="mt-2 font-semibold">
        {title}
      </p>
      {description !== null && (
        <p dir="auto" className="mt-1 whitespace-pre-line">
          {description}
        </p>
      )}
      {cover && (
        <Picture
          picture={cover}
          alt={writtenCoverAlt ?? title}
          sizes="320px"
          className="mt-3 max-w-80 rounded-photo object-cover"
        />
      )}
      {writtenCoverAlt !== null && <p className="mt-1 text-fine text-muted">{`Alt text: ${writtenCoverAlt}`}</p>}
    </section>
  );
}
