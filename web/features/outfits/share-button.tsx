import { IconButton } from "#web/ui/icon-button.tsx";
import { notify } from "#web/ui/notify.ts";
import { PageIcon } from "#web/ui/page-icons.tsx";

/** The device's own share sheet, or the address on the clipboard, spec §2 «Outfit detail». */
export function ShareButton({
  title,
  path,
  className,
}: {
  title: string;
  /** What is shared where that is not the address one is at. */
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
    notify.success("Link copied to clipboard!");
  } catch {
    notify.error("The link could not be copied. It is in the address bar.");
  }
}
