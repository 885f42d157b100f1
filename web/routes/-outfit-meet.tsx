import { useNavigate } from "@tanstack/react-router";
import type { OutfitCard } from "#contract/outfits.ts";
import { useSession } from "#web/api/session.ts";
import { FollowButton } from "#web/features/follows/follow-button.tsx";
import { FollowMember } from "#web/features/follows/follow-member.tsx";
import { EditLink } from "#web/features/outfits/edit-link.tsx";
import { OutfitHeading } from "#web/features/outfits/outfit-heading.tsx";
import { onPhotoClass } from "#web/features/outfits/outfit-page-frame.tsx";
import { LikersButton } from "#web/features/reactions/likers-button.tsx";
import { SafetyMenu } from "#web/features/safety/safety-menu.tsx";

/** On the photograph: editing one's own outfit; reporting or silencing with others'. */
export function OutfitActions({ card }: { card: OutfitCard }) {
  const session = useSession();
  const navigate = useNavigate();
  if (session.status === "signed-in" && session.userId === card.author.id) return <EditLink outfitId={card.id} />;
  return (
    <SafetyMenu
      member={card.author}
      report={{ type: "outfit", id: card.id }}
      className={onPhotoClass}
      onBlocked={() => void navigate({ to: "/explore" })}
    />
  );
}

/** The heading with the ways to follow who posted it, and to who liked it. */
export function OutfitHead({ card }: { card: OutfitCard }) {
  return (
    <OutfitHeading outfit={card} follow={<FollowMember member={card.author} />} likers={<OutfitLikers card={card} />} />
  );
}

/** Who liked it, each with the way to follow them. */
function OutfitLikers({ card }: { card: OutfitCard }) {
  const session = useSession();
  return (
    <LikersButton
      outfit={card}
      controlOf={({ id, member, state }) =>
        session.status === "signed-in" && session.userId !== id ? (
          <FollowButton member={member} state={state} size="small" />
        ) : null
      }
    />
  );
}
