import { toast } from "#web/lib/toast.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { PageIcon } from "#web/ui/page-icons.tsx";

/** The native share sheet, or the URL on the clipboard, docs/product.md#outfit-page. */
export function ShareButton({
  title,
  path,
  className,
}: {
  title: string;
  /** What is shared where that is not the address one is at, or the address may lead to a comment. */
  path?: string;
  className?: string;
}) {
  return (
    <IconButton
      label="Share"
      className={className}
      onClick={() => void share(title, new URL(path ?? location.href, location.origin).href)}
    >
      <PageIcon name="share" />
    </IconButton>
  );
}

async function share(title: string, url: string): Promise<void> {
  if ("share" in navigator) {
    try {
      await navigator.share({ title, url });
      return;
    } catch (error) {
      // Someone who closed the sheet wants nothing copied.
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    toast.success("Link copied to clipboard!");
  } catch {
    toast.error("Couldn't copy the link. You can copy it from the address bar.");
  }
}
