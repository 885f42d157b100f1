import { formatCount } from "#web/lib/format-count.ts";

export type FigureName = "posts" | "followers" | "following" | "likes";

interface ProfileStatsProps {
  posts: number;
  followers: number;
  following: number;
  likes: number;
  /** Opens what a figure counts; left out where the profile is closed. */
  onOpen?: ((figure: FigureName) => void) | undefined;
}

/** Four figures in a row. */
export function ProfileStats({ posts, followers, following, likes, onOpen }: ProfileStatsProps) {
  return (
    <ul aria-label="Figures" className="grid max-w-md grid-cols-4 border-y border-line md:border-y-0">
      <Figure count={posts} label="Posts" onOpen={onOpen && (() => onOpen("posts"))} />
      <Figure count={followers} label="Followers" onOpen={onOpen && (() => onOpen("followers"))} />
      <Figure count={following} label="Following" onOpen={onOpen && (() => onOpen("following"))} />
      <Figure count={likes} label="Likes" onOpen={onOpen && (() => onOpen("likes"))} />
    </ul>
  );
}

interface FigureProps {
  count: number;
  label: string;
  onOpen?: (() => void) | undefined;
}

function Figure({ count, label, onOpen }: FigureProps) {
  const content = (
    <>
      <span className="font-display block text-title tabular-nums">{formatCount(count)}</span>
      <span className="block text-fine text-muted">{label}</span>
    </>
  );
  return (
    <li className="text-center md:text-left">
      {onOpen ? (
        <button
          type="button"
          onClick={onOpen}
          className="w-full py-2 text-center md:py-3 decoration-1 underline-offset-4 hover:underline forced-colors:px-2 md:text-left"
        >
          {content}
        </button>
      ) : (
        <div className="py-2 md:py-3">{content}</div>
      )}
    </li>
  );
}
