import { useWatch } from "react-hook-form";
import { isBlankText } from "#contract/blank-text.ts";
import type { Named } from "#contract/member-names.ts";
import type { Style } from "#contract/styles.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { MemberName } from "#web/ui/member-name.tsx";
import type { OutfitForm } from "./use-outfit-form.ts";

interface PhotoCaptionProps {
  form: OutfitForm;
  styles: readonly Style[];
  author: Named & { avatarUrl: string | null };
}

/** Under the photo: a preview of the outfit's caption in the feed. */
export function PhotoCaption({ form, styles, author }: PhotoCaptionProps) {
  const [title, styleId, tags] = useWatch({ control: form.control, name: ["title", "styleId", "tags"] });
  const style = styles.find(({ id }) => id === styleId);
  return (
    <div aria-hidden="true" className="mt-3 hidden items-start gap-3 lg:flex">
      <Avatar username={author.username} avatarUrl={author.avatarUrl} size={32} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className={isBlankText(title) ? "truncate text-muted" : "truncate font-medium"}>
          {isBlankText(title) ? "Your title" : title.trim()}
        </p>
        <p className="truncate text-fine text-muted">
          <MemberName member={author} />
          {style && ` · ${style.name}`}
          {tags.length > 0 && ` · ${tags.map((tag) => `#${tag}`).join(" ")}`}
        </p>
      </div>
    </div>
  );
}
