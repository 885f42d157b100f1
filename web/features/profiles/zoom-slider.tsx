import { limits } from "#contract/limits.ts";

interface ZoomSliderProps {
  /** 1 shows the whole width or height. */
  zoom: number;
  onChange: (zoom: number) => void;
}

/** How closely a picture is cropped, for mouse, finger and keyboard. */
export function ZoomSlider({ zoom, onChange }: ZoomSliderProps) {
  return (
    <label className="flex items-center gap-4 text-fine font-semibold">
      Zoom
      <input
        type="range"
        min={limits.bannerZoomMin}
        max={limits.bannerZoomMax}
        step={limits.bannerZoomStep}
        value={zoom}
        onChange={(event) => onChange(Number(event.target.value))}
        aria-valuetext={`${zoom.toFixed(1)} times`}
        className="h-11 flex-1 accent-ink"
      />
      <span className="w-8 text-right text-muted tabular-nums">{zoom.toFixed(1)}</span>
    </label>
  );
}
