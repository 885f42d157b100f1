import { encode } from "uqr";
import type { Event } from "#contract/events.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { describeTimes } from "./event-time.ts";

/** The ticket as a QR code, and as letters for where nothing can be scanned. */
export function TicketDialog({ event, onClose }: { event: Event; onClose: () => void }) {
  const code = event.attendance?.ticketCode ?? "";
  const groups = code.match(/.{1,4}/g) ?? [];
  const times = describeTimes(event);
  return (
    <Dialog isOpen onClose={onClose} title="Your ticket" size="small">
      <p className="text-muted">Show it at the door. It's valid once, for one person.</p>
      <div className="mt-5 overflow-hidden rounded-photo border border-line bg-white text-black">
        <figure aria-label="QR code of the ticket" className="p-6">
          <QrCode text={code} />
        </figure>
        <div className="border-t border-dashed border-black/20 px-6 py-5">
          <p className="font-display text-title">{event.title}</p>
          <p className="mt-1 text-fine">{[times?.day, times?.time].filter(Boolean).join(", ")}</p>
          <p className="text-fine">{event.location}</p>
          <p
            aria-label={`Code: ${code.split("").join(" ")}`}
            className="mt-4 font-mono text-lead tracking-[0.08em] tabular-nums"
          >
            {groups.join(" ")}
          </p>
        </div>
      </div>
    </Dialog>
  );
}

/** Dark on white in both themes: scanners need the contrast. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto block w-full max-w-56"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
