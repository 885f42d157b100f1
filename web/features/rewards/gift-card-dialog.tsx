import { Copy, ExternalLink } from "lucide-react";
import type { GiftCard, Redemption } from "#contract/rewards.ts";
import { useReveal } from "#web/data/rewards.ts";
import { toast } from "#web/lib/toast.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { GiftCardArt } from "./gift-card-art.tsx";

/** Shows the code of an approved request once its member asks for it; it is gone when the dialog closes. */
export function GiftCardDialog({ redemption, onClose }: { redemption: Redemption; onClose: () => void }) {
  const reveal = useReveal();
  const { reward } = redemption;
  // The button goes once it has revealed the code.
  const kept = useRestoredFocus();
  return (
    <Dialog isOpen onClose={onClose} title={reward.name} size="small">
      <GiftCardArt {...reward} className="mx-auto mt-2 w-full max-w-64" />
      <div {...kept} className="mt-6 outline-none">
        {/* Before the code is: what comes together with its live region is not announced. */}
        <div aria-live="polite">
          {reveal.data ? (
            <Code card={reveal.data} />
          ) : (
            <p>Your card is ready. Reveal the code when no one is watching.</p>
          )}
        </div>
        {!reveal.data && (
          <Button
            look="primary"
            data-first-focus
            className="mt-5 w-full"
            isBusy={reveal.isPending}
            onClick={() => reveal.mutate(redemption.id)}
          >
            Reveal
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Code({ card: { code, pin } }: { card: GiftCard }) {
  const isLink = code.startsWith("https://");
  return (
    <div className="flex flex-col gap-4">
      <CopyField label={isLink ? "Link to your card" : "Code"} value={code} />
      {pin !== null && <CopyField label="PIN" value={pin} />}
      {isLink && (
        <a href={code} target="_blank" rel="noreferrer noopener" className={`${buttonClass("ink")} w-full`}>
          Open gift card
          <ExternalLink aria-hidden="true" size={16} strokeWidth={1.5} />
        </a>
      )}
      <p className="text-fine text-muted">
        Treat it like cash: anyone who has it can spend it. You can come back to it here at any time.
      </p>
    </div>
  );
}

function CopyField({ label, value }: { label: string; value: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toast.success(`${label} copied`);
    } catch {
      toast.error("Your browser didn't allow copying. Select the text instead.");
    }
  };
  return (
    <div>
      <p className="text-fine font-semibold">{label}</p>
      <div className="mt-1.5 flex items-center gap-2 rounded-input border border-dashed border-ink/30 bg-surface py-1 pr-1 pl-4">
        <code className="min-w-0 flex-1 font-mono text-lead break-all select-all">{value}</code>
        <Button look="quiet" size="small" aria-label={`Copy ${label}`} onClick={() => void copy()}>
          <Copy aria-hidden="true" size={16} strokeWidth={1.5} />
          Copy
        </Button>
      </div>
    </div>
  );
}
