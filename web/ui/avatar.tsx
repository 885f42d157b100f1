import clsx from "clsx";
import { renditionUrl, smallAvatarWidth } from "#contract/picture-urls.ts";

interface AvatarProps {
  username: string;
  avatarUrl: string | null;
  /** Pixels. */
  size?: number;
  className?: string;
}

/** The small rendition is enough for these, with up to 2.6 of the screen's pixels for each. */
const smallMax = 48;

/** A member's picture or, without one, a monogram, always the same for a name. Decorative: the name is next to it. */
export function Avatar({ username, avatarUrl, size = 32, className }: AvatarProps) {
  const shared = clsx("shrink-0 rounded-full bg-ink/8 object-cover", className);
  if (avatarUrl === null) return <Monogram username={username} size={size} className={shared} />;
  const isSmall = size <= smallMax;
  return (
    <img
      src={isSmall ? renditionUrl(avatarUrl, "webp", smallAvatarWidth) : avatarUrl}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      // Small ones are next to a name: the photographs around them load first.
      fetchPriority={isSmall ? "low" : "auto"}
      decoding="async"
      className={shared}
      style={{ width: size, height: size }}
    />
  );
}

const papers = [
  ["#e9d8c4", "#b4552d", "#2b1a12"],
  ["#d7dfd2", "#4c6b4f", "#142016"],
  ["#ecd3d0", "#a8324a", "#2a0d14"],
  ["#d3dbe6", "#3d5a8a", "#101a2b"],
  ["#efe3b6", "#b98a1d", "#2a2008"],
  ["#ded4e6", "#6a4a86", "#1c1026"],
] as const;

function Monogram({ username, size, className }: { username: string; size: number; className: string }) {
  const seed = hash(username.toLowerCase());
  const [paper, cut, ink] = papers[seed % papers.length] ?? papers[0];
  const turn = (seed >>> 3) % 360;
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true" className={className}>
      <rect width="40" height="40" fill={paper} />
      <path
        d="M-10 24C4 14 12 30 24 22S44 10 52 20V60H-10z"
        fill={cut}
        opacity="0.6"
        transform={`rotate(${turn} 20 20)`}
      />
      <text x="20" y="27" textAnchor="middle" fill={ink} fontSize="20" className="font-display">
        {username.slice(0, 1).toUpperCase()}
      </text>
    </svg>
  );
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 2_166_136_261;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 16_777_619);
  return value >>> 0;
}
