import { Link } from "@tanstack/react-router";
import { splitAtMentions } from "#contract/mentions.ts";
import type { WrittenComment } from "#web/data/comments-cache.ts";
import { profilePath } from "#web/lib/paths.ts";

/** The words of a comment; members whom it mentions are links, which have no say in its direction. */
export function CommentText({ comment: { content, mentions } }: { comment: WrittenComment }) {
  return splitAtMentions(content, mentions).map(({ text, username, at }) =>
    username === undefined ? (
      text
    ) : (
      <bdi key={at}>
        <Link to={profilePath(username)} className="font-semibold hover:underline">
          {text}
        </Link>
      </bdi>
    ),
  );
}
