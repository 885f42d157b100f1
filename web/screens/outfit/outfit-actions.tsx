import { useNavigate } from "@tanstack/react-router";
import type { OutfitCard } from "#contract/outfits.ts";
import { useSession } from "#web/api/session.ts";
import { FollowButton } from "#web/features/follows/follow-button.tsx";
import { FollowMember } from "#web/features/follows/follow-member.tsx";
import { EditLink } from "#web/features/outfits/edit-link.tsx";
import { LikeButton } from "#web/features/outfits/like-button.tsx";
import { OutfitHeading } from "#web/features/outfits/outfit-heading.tsx";
import { failureOnPhotoClass, onPhotoClass } from "#web/features/outfits/outfit-page-frame.tsx";
import { SaveButton } from "#web/features/outfits/save-button.tsx";
import { ShareButton } from "#web/features/outfits/share-button.tsx";
import { LikersButton } from "#web/features/reactions/likers-button.tsx";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { MemberMenu } from "#web/screens/member-menu/member-menu.tsx";
import { ThemeButton } from "#web/shell/theme-button.tsx";
import { CodeBoundary } from "#web/ui/code-boundary.tsx";

const DeleteOutfit = lazyPart(() => import("#web/features/outfits/delete-outfit.tsx"), "DeleteOutfit");

/**
 * On the photograph: deleting and editing the caller's own outfit, or the menu about its author. Visitors, who have no
 * settings and come here from search engines, can change the theme.
 */
export function OutfitActions({ card }: { card: OutfitCard }) {
  const session = useSession();
  const navigate = useNavigate();
  if (session.status === "signed-in" && session.userId === card.author.id) {
    return (
      <>
        <CodeBoundary fallback={<span className="size-11" />} failureClass={failureOnPhotoClass}>
          <DeleteOutfit outfit={card} />
        </CodeBoundary>
        <EditLink outfitId={card.id} />
      </>
    );
  }
  return (
    <>
      {session.status === "signed-out" && <ThemeButton className={onPhotoClass} />}
      <MemberMenu
        member={card.author}
        report={{ type: "outfit", id: card.id }}
        className={onPhotoClass}
        onBlocked={() => void navigate({ to: "/explore" })}
      />
    </>
  );
}

/** In the bar of phones: what the heading offers, where the heading is out of sight. */
export function OutfitBarActions({ card }: { card: OutfitCard }) {
  return (
    <>
      <LikeButton outfit={card} size="bar" />
      <SaveButton outfit={card} look="bar" />
      <ShareButton title={card.title} path={`/outfit/${card.id}`} />
    </>
  );
}

/** The heading with the follow button and the list of likes. */
export function OutfitHead({ card }: { card: OutfitCard }) {
  return (
    <OutfitHeading outfit={card} follow={<FollowMember member={card.author} />} likers={<OutfitLikers card={card} />} />
  );
}

/** The members who liked it, each with a follow button. */
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
