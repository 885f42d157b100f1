import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight, Maximize2 } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from "react";
import type { OutfitCard, OutfitPhoto } from "#contract/outfits.ts";
import { outfitQueries } from "#web/data/outfits.ts";
import { neighboursOf, passListOn } from "#web/lib/outfit-neighbours.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { onPhotoClass } from "./outfit-page-frame.tsx";
import { PhotoZoom } from "./photo-zoom.tsx";

const icon = { "aria-hidden": true, size: 20, strokeWidth: 1.75 } as const;

export interface PhotoToolsProps {
  outfit: OutfitCard;
  photos: readonly OutfitPhoto[];
  /** Which photo is shown, in the gallery and zoomed. */
  shown: number;
  onShow: (place: number) => void;
}

/** At the photograph's lower edge: the outfits before and after in the list one came from, and the photograph in full. */
export function PhotoTools({ outfit, photos, shown, onShow }: PhotoToolsProps) {
  const [isZoomed, setZoomed] = useState(false);
  const { previous, next, open } = useNeighbours(outfit.id);
  return (
    <div className="absolute inset-x-3 bottom-9 flex items-center gap-2 md:bottom-3">
      {previous !== undefined && (
        <Tool label="Previous outfit" onClick={() => open(previous)}>
          <ChevronLeft {...icon} />
        </Tool>
      )}
      {next !== undefined && (
        <Tool label="Next outfit" onClick={() => open(next)}>
          <ChevronRight {...icon} />
        </Tool>
      )}
      <Tool label="Zoom" onClick={() => setZoomed(true)}>
        <Maximize2 {...icon} size={18} />
      </Tool>
      <PhotoZoom
        outfit={outfit}
        photos={photos}
        shown={shown}
        onShow={onShow}
        isOpen={isZoomed}
        onClose={() => setZoomed(false)}
      />
    </div>
  );
}

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <IconButton label={label} className={onPhotoClass} onClick={onClick}>
      {children}
    </IconButton>
  );
}

/** The neighbours, and what opens one in place, so that Back still leads to the list; the arrow keys do it as well. */
function useNeighbours(shownId: string) {
  const router = useRouter();
  const navigate = useNavigate();
  const client = useQueryClient();
  // The outfit's own entry, also while the next screen loads.
  const entry = useMemo(() => shownId && router.latestLocation.state.__TSR_key, [router, shownId]);
  const { previous, next } = neighboursOf(shownId, entry);
  const open = (outfitId: string) => {
    passListOn(entry);
    void navigate({ to: "/outfit/$outfitId", params: { outfitId }, replace: true, resetScroll: true });
  };
  useEffect(() => {
    for (const id of [next, previous]) if (id !== undefined) void client.prefetchQuery(outfitQueries.detail(id));
  }, [client, next, previous]);
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isPlainKey(event)) return;
      const target = { ArrowLeft: previous, ArrowRight: next }[event.key];
      if (target !== undefined) open(target);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  });
  return { previous, next, open };
}

/** Not while something is written, chosen or shown in a dialog. */
function isPlainKey(event: KeyboardEvent): boolean {
  const isModified = event.metaKey || event.ctrlKey || event.altKey || event.shiftKey || event.defaultPrevented;
  if (isModified || document.querySelector("dialog[open]")) return false;
  return !(
    event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable], [role]")
  );
}
