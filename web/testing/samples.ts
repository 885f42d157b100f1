import type { Article } from "#contract/articles.ts";
import type { Board } from "#contract/boards.ts";
import type { Comment } from "#contract/comments.ts";
import type { Event } from "#contract/events.ts";
import type { Message, Thread } from "#contract/messages.ts";
import type { Outfit, OutfitCard } from "#contract/outfits.ts";
import type { Author, Page } from "#contract/page.ts";
import type { Me, Profile } from "#contract/profiles.ts";
import type { ClosetSave } from "#contract/reactions.ts";
import type { Style } from "#contract/styles.ts";
import { memberId } from "./sign-in.ts";

let counter = 0;

/** A valid UUIDv7-like id, new at each call, the same in every run of a file. */
export function anId(): string {
  counter += 1;
  return `0199b000-0000-7000-8000-${String(counter).padStart(12, "0")}`;
}

export function anAuthor(given: Partial<Author> = {}): Author {
  return { id: anId(), username: "noor", displayName: null, avatarUrl: null, isVerified: false, ...given };
}

export function aStyle(given: Partial<Style> = {}): Style {
  return { id: anId(), name: "Streetwear", imageUrl: null, activeOutfitCount: 12, ...given };
}

export function anOutfitCard(given: Partial<OutfitCard> = {}): OutfitCard {
  return {
    id: anId(),
    title: "Rust corduroy and indigo denim",
    altText: "A rust corduroy jacket over indigo flared jeans",
    picture: { url: "/media/u/1.webp", width: 1_080, height: 1_440, thumbhash: "" },
    author: anAuthor(),
    style: { id: "0199c000-0000-7000-8000-000000000001", name: "Retro" },
    tags: ["corduroy", "denim"],
    likesCount: 4,
    commentsCount: 1,
    viewsCount: 90,
    isAiMade: false,
    isActive: true,
    createdAt: "2026-01-02T03:04:05.000Z",
    liked: false,
    saved: false,
    ...given,
  };
}

export function anOutfit(given: Partial<Outfit> = {}): Outfit {
  const card = anOutfitCard();
  return {
    ...card,
    description: "Found the jacket in my father's wardrobe.",
    writtenAltText: null,
    savesCount: 2,
    updatedAt: card.createdAt,
    photos: [
      {
        imageId: anId(),
        picture: given.picture ?? card.picture,
        altText: given.altText ?? card.altText,
        writtenAltText: given.writtenAltText ?? null,
      },
    ],
    palette: [],
    items: [
      {
        id: anId(),
        category: "Jacket",
        brand: "Halden",
        productName: "Corduroy jacket",
        productUrl: "https://shop.example/1",
        spot: null,
      },
      { id: anId(), category: "Pants", brand: "Loom & Co", productName: "Flared jeans", productUrl: null, spot: null },
    ],
    author: {
      ...card.author,
      bio: null,
      instagramUrl: null,
      twitterUrl: null,
      facebookUrl: null,
      youtubeUrl: null,
      tiktokUrl: null,
    },
    ...given,
  };
}

export function aSave(given: Partial<ClosetSave> = {}): ClosetSave {
  return {
    id: anId(),
    isHidden: false,
    savedAt: "2026-01-02T03:04:05.000Z",
    outfit: anOutfitCard({ saved: true }),
    ...given,
  };
}

export function aBoard(given: Partial<Board> = {}): Board {
  return {
    id: anId(),
    name: "Trips",
    owner: anAuthor(),
    isHidden: false,
    savesCount: 0,
    covers: [],
    createdAt: "2026-01-02T03:04:05.000Z",
    ...given,
  };
}

export function aComment(given: Partial<Comment> = {}): Comment {
  return {
    id: anId(),
    outfitId: anId(),
    eventId: null,
    parentId: null,
    content: "Love the collar!",
    isHidden: false,
    likesCount: 0,
    isLiked: false,
    repliesCount: 0,
    hiddenRepliesCount: 0,
    mentions: [],
    createdAt: "2026-01-02T03:04:05.000Z",
    author: anAuthor({ username: "theo" }),
    ...given,
  };
}

export function anEvent(given: Partial<Event> = {}): Event {
  return {
    id: anId(),
    title: "Denim repair night",
    status: "published",
    cover: { url: "/media/u/1.webp", width: 1_600, height: 1_000, thumbhash: "" },
    coverAlt: "A workbench",
    startsAt: "2031-05-08T17:00:00.000Z",
    endsAt: "2031-05-08T20:00:00.000Z",
    timeZone: "Europe/Amsterdam",
    location: "Halle 3, Rotterdam",
    style: { id: anId(), name: "Retro" },
    organiser: anAuthor({ username: "mia" }),
    capacity: 40,
    goingCount: 0,
    isCancelled: false,
    attendance: null,
    description: "Bring your holes.",
    address: null,
    writtenCoverAlt: null,
    startsLocal: "2031-05-08T19:00",
    endsLocal: "2031-05-08T22:00",
    waitingCount: 0,
    isFull: false,
    commentsCount: 0,
    outfitsCount: 0,
    going: [],
    cancelReason: null,
    reviewNote: null,
    proposal: null,
    isOpen: true,
    isCheckInOpen: true,
    canEdit: false,
    canDelete: false,
    canConfirm: false,
    createdAt: "2026-11-01T00:00:00.000Z",
    updatedAt: "2026-11-01T00:00:00.000Z",
    ...given,
  };
}

export function anArticle(given: Partial<Article> = {}): Article {
  return {
    id: anId(),
    title: "Denim, mended",
    readingMinutes: 2,
    summary: "",
    tags: [],
    cover: null,
    coverAlt: "",
    coverCaption: "",
    author: anAuthor(),
    publishedAt: "2026-01-01T00:00:00.000Z",
    revisedAt: null,
    likesCount: 0,
    liked: false,
    saved: false,
    body: [],
    images: [],
    outfits: [],
    isEditorial: false,
    ...given,
  };
}

export function aThread(given: Partial<Thread> = {}): Thread {
  return {
    id: anId(),
    other: anAuthor(),
    lastMessagePreview: "Where is that coat from?",
    isLastMessageMine: false,
    lastMessageAt: "2026-01-02T03:04:05.000Z",
    unreadCount: 0,
    otherReadAt: "1970-01-01T00:00:00.000Z",
    isRequest: false,
    isOtherDeleted: false,
    isMuted: false,
    ...given,
  };
}

export function aMessage(given: Partial<Message> = {}): Message {
  return {
    id: anId(),
    threadId: anId(),
    senderId: anId(),
    clientId: null,
    content: "Where is that coat from?",
    createdAt: "2026-01-02T03:04:05.000Z",
    ...given,
  };
}

export function aProfile(given: Partial<Profile> = {}): Profile {
  return {
    id: anId(),
    username: "noor",
    displayName: null,
    avatarUrl: null,
    isVerified: false,
    isPrivate: false,
    isSelf: false,
    isVisible: true,
    followState: "none",
    isFollowingYou: false,
    isMuted: false,
    postsCount: 3,
    followersCount: 5,
    followingCount: 2,
    likesCount: 40,
    createdAt: "2026-01-02T03:04:05.000Z",
    isClosetPrivate: true,
    membershipTier: "free",
    role: "user",
    bio: null,
    location: null,
    bannerUrl: null,
    bannerAdjustments: null,
    instagramUrl: null,
    twitterUrl: null,
    facebookUrl: null,
    youtubeUrl: null,
    tiktokUrl: null,
    ...given,
  };
}

export function aMe(given: Partial<Me> = {}): Me {
  return {
    ...aProfile({ id: memberId, username: "mia", isSelf: true }),
    email: "mia@example.com",
    points: 120,
    unreadNotificationsCount: 0,
    unreadMessagesCount: 0,
    isNotifiedByEmail: true,
    isNotifiedByPush: false,
    usernameChangeableAt: null,
    siteName: "Fash",
    ...given,
  };
}

export function aPage<T>(items: T[], nextCursor: string | null = null): Page<T> {
  return { items, nextCursor };
}
